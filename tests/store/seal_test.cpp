// A stolen disk tells nothing of what waits; a wrong key loses nothing; a key can be changed.
#include "store/seal.hpp"

#include "store/batch_codec.hpp"
#include "tests/store/spool_support.hpp"

#include <gmock/gmock.h>

#include <sys/stat.h>
#include <fstream>
#include <iterator>

namespace wm::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using What = DeadLetterWork::What;

const std::string told = "the quick brown gateway hums at night";

std::string key(char of) {  // base64 of 32 equal bytes
    std::string text;
    for (int i = 0; i < 10; ++i) text += of == 'a' ? "AAAA" : "////";
    return text + (of == 'a' ? "AAA=" : "//8=");
}
Keyring ring(const std::string& text) { return std::get<Keyring>(Keyring::parse(text, "test")); }
Bytes bytes_of(const std::string& text) { return std::as_bytes(std::span(text)); }

std::string everything_in(const std::string& folder) {
    std::string all;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        std::ifstream file(entry.path(), std::ios::binary);
        all.append(std::istreambuf_iterator<char>(file), {});
    }
    return all;
}
std::string refusal_of(const std::string& folder, Keyring keys) {
    StillTime time;
    HeldWorkers workers;
    auto opened = SqliteSpool::open(folder, {}, workers, time, std::move(keys));
    const auto* error = std::get_if<StoreError>(&opened);
    return error ? error->message : "";
}
// The file's permissions are the point, so they are set before anything is in it.
std::string key_file(const TempDir& folder, const std::string& text, unsigned mode = 0600) {
    const auto path = folder.file("keys");
    std::ofstream(path) << text;
    chmod(path.c_str(), mode);
    return path;
}
std::string read_error(const std::string& file, const std::string& given = "") {
    auto read = Keyring::read(file, Secret(given));
    const auto* error = std::get_if<StoreError>(&read);
    return error ? error->message : "";
}

TEST(Seal, OpensWhatItSealedForItsRowAlone) {
    const auto keys = ring(key('a'));
    const auto sealed = keys.seal(bytes_of(told), "op-1");
    const auto opened = keys.open(sealed, "op-1");
    ASSERT_TRUE(opened);
    EXPECT_TRUE(std::ranges::equal(*opened, bytes_of(told)));
    EXPECT_FALSE(keys.open(sealed, "op-2")) << "moved to another row";
    EXPECT_NE(sealed, keys.seal(bytes_of(told), "op-1")) << "a nonce of its own each time";
}

TEST(Seal, RefusesEveryFlippedBitOfTheBody) {
    const auto keys = ring(key('a'));
    const auto sealed = keys.seal(bytes_of(told), "op");
    for (std::size_t at = 9 * 8; at < sealed.size() * 8; ++at) {
        auto damaged = sealed;
        damaged[at / 8] ^= std::byte(1u << (at % 8));
        EXPECT_FALSE(keys.open(damaged, "op")) << at;
    }
}

TEST(Seal, TakesAKeyThatItMadeAndNamesTheLineOfOneThatIsNone) {
    EXPECT_TRUE(ring(Keyring::make_key()).sealing());
    EXPECT_NE(Keyring::make_key(), Keyring::make_key());
    const auto wrong = Keyring::parse("# new\n" + key('a') + "\nsecret-word\n", "keys");
    EXPECT_THAT(std::get<StoreError>(wrong).message, HasSubstr("keys line 3"));
    EXPECT_THAT(std::get<StoreError>(wrong).message, Not(HasSubstr("secret-word")));
}

TEST(Seal, RefusesAKeyFileThatOthersMayRead) {
    TempDir folder;
    EXPECT_THAT(read_error(key_file(folder, key('a'), 0644)), HasSubstr("chmod 600"));
    EXPECT_THAT(read_error(key_file(folder, key('a'), 0640)), HasSubstr("others than its owner"));
    EXPECT_EQ(read_error(key_file(folder, key('a'), 0600)), "");
    EXPECT_THAT(read_error(key_file(folder, "\n# none\n", 0600)), HasSubstr("holds no key"));
    EXPECT_THAT(read_error(folder.file("missing")), HasSubstr("wetopi-memory spool-key --out"));
    EXPECT_THAT(read_error(folder.path()), HasSubstr("regular file"));
}

TEST(Seal, TheKeyOfTheEnvironmentSealsBeforeThoseOfTheFile) {
    TempDir folder;
    const auto both = std::get<Keyring>(Keyring::read(key_file(folder, key('a')), Secret(key('b'))));
    EXPECT_EQ(both.current(), ring(key('b')).current());
    EXPECT_TRUE(both.holds(ring(key('a')).current()));
}

TEST(SealedSpool, HoldsNothingInClearAndGivesItBack) {
    TempDir folder;
    {
        SpoolBench bench(folder.path(), {}, ring(key('a')));
        const auto id = bench.commit("t1", {batch("op-1", told), batch("op-2", told)}).ids.at(0);
        bench.spool->bury(id, "rejected");
        bench.workers.run_all();
        EXPECT_THAT(everything_in(folder.path()), Not(HasSubstr(told)));
    }
    EXPECT_THAT(everything_in(folder.path()), Not(HasSubstr(told)));
    SpoolBench bench(folder.path(), {}, ring(key('a')));
    ASSERT_EQ(bench.load().batches.size(), 1u);
    EXPECT_EQ(bench.load().batches[0].batch.items[0].content.text, told);
    EXPECT_EQ(bench.dead(What::show, {1}).letters.at(0).spooled.batch.items[0].content.text, told);
}

TEST(SealedSpool, RefusesAWrongKeyAndNoKeySaysWhichIsMissingAndLosesNothing) {
    TempDir folder;
    { SpoolBench(folder.path(), {}, ring(key('a'))).commit("t1", {batch("op-1")}); }
    const auto id = Keyring::text_of(ring(key('a')).current());
    for (const auto& keys : {Keyring(), ring(key('b'))}) {
        const auto message = refusal_of(folder.path(), keys);
        EXPECT_THAT(message, HasSubstr(id));
        EXPECT_THAT(message, HasSubstr("1 waiting batches"));
        EXPECT_THAT(message, HasSubstr("spool.key_file"));
    }
    SpoolBench bench(folder.path(), {}, ring(key('a')));
    EXPECT_THAT(bench.operations(), ElementsAre("op-1"));
    EXPECT_EQ(bench.spool->counts().corrupt, 0u);
}

TEST(SealedSpool, SealsWhatAnOlderSpoolKeptInClear) {
    TempDir folder;
    {
        SpoolBench bench(folder.path());
        bench.spool->bury(bench.commit("t1", {batch("op-1", told), batch("op-2", told)}).ids.at(0), "rejected");
        bench.workers.run_all();
    }
    EXPECT_THAT(everything_in(folder.path()), HasSubstr(told));
    SpoolBench bench(folder.path(), {}, ring(key('a')));
    EXPECT_THAT(everything_in(folder.path()), Not(HasSubstr(told)));
    EXPECT_THAT(bench.operations(), ElementsAre("op-2"));
    EXPECT_EQ(bench.load().batches[0].batch.items[0].content.text, told);
    EXPECT_TRUE(bench.dead(What::list).letters.at(0).readable);
}

TEST(SealedSpool, AKeyIsChangedByPuttingANewOneInFront) {
    TempDir folder;
    { SpoolBench(folder.path(), {}, ring(key('a'))).commit("t1", {batch("op-1")}); }
    { SpoolBench(folder.path(), {}, ring(key('b') + "\n" + key('a'))).commit("t2", {batch("op-2")}); }
    SpoolBench bench(folder.path(), {}, ring(key('b')));  // the old one may go now
    EXPECT_THAT(bench.operations(), ElementsAre("op-1", "op-2"));
}

TEST(SealedSpool, ADamagedKeyNameCostsThatRowAloneAndNotTheStart) {
    TempDir folder;
    { SpoolBench(folder.path(), {}, ring(key('a'))).commit("t1", {batch("op-1"), batch("op-2")}); }
    {
        auto opened = Database::open(folder.file("spool.db"), {0x776d7370, "spool", std::vector<const char*>(2)});
        EXPECT_TRUE(
            std::get<Database>(opened).exec("UPDATE batches SET payload = CAST(x'02ff' || substr(payload, 3) AS BLOB) "
                                            "WHERE operation = 'op-1'"));
    }
    SpoolBench bench(folder.path(), {}, ring(key('a')));
    EXPECT_THAT(bench.operations(), ElementsAre("op-2"));
    EXPECT_EQ(bench.spool->counts().corrupt, 1u);
}

}  // namespace
}  // namespace wm::test
