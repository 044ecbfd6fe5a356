// Golden lines, damaged by a seeded generator. tests/fuzz/wire_fuzz.cpp goes on from here for as long as one likes.

#include "tests/net/golden.hpp"

#include "net/wire.hpp"

#include <gtest/gtest.h>

#include <random>

namespace wm {

TEST(WireDecode, ReadsAFrameInPlaceWhateverStandsBehindIt) {
    const std::string frame =
        R"({"type":"hook","id":3,"hook":"pre_llm_call","session":{"id":"s"},"turn":"t","data":{"user_message":"hola"}})";
    for (const char behind : {'\0', '"', '}', '\\', '\xff'}) {
        const auto buffer = frame + std::string(frame_padding, behind);
        Decoder decoder{WireLimits{}};
        const auto decoded = decoder.decode(std::string_view(buffer).substr(0, frame.size()), {}, frame_padding);
        ASSERT_TRUE(std::holds_alternative<HookArrived>(decoded)) << static_cast<int>(behind);
        EXPECT_EQ(std::get<PreLlm>(std::get<HookArrived>(decoded).event).user_message.text, "hola");
    }
}

TEST(WireMutation, NeverFailsOnMutatedGoldenLines) {
    const auto lines = test::golden_lines();
    std::mt19937 random(20260906);
    Decoder decoder{WireLimits{}};
    std::size_t taken = 0, refused = 0;
    for (int i = 0; i < 20'000; ++i) {
        auto line = lines[random() % lines.size()];
        for (auto edits = 1 + random() % 4; edits > 0 && !line.empty(); --edits) {
            const auto at = random() % line.size();
            switch (random() % 4) {
                case 0: line[at] = static_cast<char>(random()); break;
                case 1: line.erase(at, 1 + random() % 8); break;
                case 2: line.insert(at, line.substr(random() % line.size(), random() % 16)); break;
                default: line.insert(at, 1, "{}[]\",:\\u0-e"[random() % 12]); break;
            }
        }
        const auto decoded = decoder.decode(line, Received{});
        if (const auto* error = std::get_if<WireError>(&decoded)) {
            EXPECT_FALSE(error->message.empty());
            EXPECT_LT(error->message.size(), 400u);
            ++refused;
        } else {
            ++taken;
        }
    }
    EXPECT_GT(taken, 1000u);
    EXPECT_GT(refused, 1000u);
}

}  // namespace wm
