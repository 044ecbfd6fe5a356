// Secrets out, everything else byte for byte. The corpus is generated at test time (tests/data/secrets_corpus.py), so
// that no secret-shaped string lies in the tree.

#include "policies/secrets.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace wm::policies {
namespace {

struct Sample {
    std::string id;
    bool positive = false;
    std::string type;
    std::string text;
    std::string secret;
};

std::string unescape(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\' || i + 1 == text.size()) {
            out += text[i];
            continue;
        }
        const char c = text[++i];
        out += c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c;
    }
    return out;
}

std::vector<Sample> generate(unsigned seed, const std::string& script = "secrets_corpus.py") {
    const std::string path = testing::TempDir() + "secrets-" + std::to_string(seed) + ".tsv";
    const std::string command =
        "python3 " WM_SOURCE_DIR "/tests/data/" + script + " " + path + " " + std::to_string(seed) + " > /dev/null";
    if (std::system(command.c_str()) != 0) return {};
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    std::vector<Sample> samples;
    while (std::getline(file, line)) {
        std::vector<std::string> columns;
        std::istringstream row(line);
        for (std::string column; std::getline(row, column, '\t');) columns.push_back(column);
        columns.resize(7);
        samples.push_back({columns[0], columns[1] == "1", columns[2], unescape(columns[5]), unescape(columns[6])});
    }
    std::filesystem::remove(path);
    return samples;
}

struct Corpus {
    const char* script;
    unsigned seed;
};

class SecretCorpora : public testing::TestWithParam<Corpus> {};

TEST_P(SecretCorpora, AreCaughtAndTheirHardNegativesSpared) {
    if (std::system("python3 -c '' 2> /dev/null") != 0) GTEST_SKIP() << "python3 is needed to generate the corpus";
    const auto& [script, seed] = GetParam();
    {
        const std::vector<Sample> samples = generate(seed, script);
        ASSERT_GT(samples.size(), 200U);
        std::size_t positives = 0, caught = 0, negatives = 0, alarms = 0;
        for (const Sample& sample : samples) {
            const Redaction result = redact({sample.text});
            EXPECT_EQ(redact(result.text).found, 0U) << sample.id << " is not idempotent";
            if (sample.positive) {
                ++positives;
                const bool gone = result.found > 0 && result.text.text.find(sample.secret) == std::string::npos;
                caught += gone ? 1 : 0;
                if (!gone) std::printf("missed: %s %s\n", sample.id.c_str(), sample.type.c_str());
            } else {
                ++negatives;
                alarms += result.found > 0 ? 1 : 0;
                if (result.found > 0) std::printf("false alarm: %s %s\n", sample.id.c_str(), sample.text.c_str());
            }
        }
        std::printf("seed %u: %zu of %zu caught, %zu of %zu false alarms\n", seed, caught, positives, alarms,
                    negatives);
        EXPECT_GE(static_cast<double>(caught), 0.98 * static_cast<double>(positives));
        EXPECT_LE(static_cast<double>(alarms), 0.01 * static_cast<double>(negatives));
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds, SecretCorpora,
                         testing::Values(Corpus{"secrets_corpus.py", 20260910}, Corpus{"secrets_corpus.py", 7},
                                         Corpus{"secrets_corpus.py", 4242}, Corpus{"secrets_more.py", 1},
                                         Corpus{"secrets_more.py", 22}, Corpus{"secrets_more.py", 333}));

TEST(Secrets, LetsOrdinaryNumbersAndSentencesPassByteForByte) {
    const std::string digest(64, 'a');
    for (const std::string& text :
         {std::string("score 0.1234567890123456"), std::string("timestamp_ms 1700000000000"),
          std::string("puertos 8000 8080 8888 9999"), "image api@sha256:" + digest,
          std::string("No hay ninguna API key de Firebase en el build"),
          std::string("La rotación de contraseñas es cada 90 días"),
          std::string("Das Passwort wurde geändert und liegt im Tresor."),
          std::string("El token es válido hasta diciembre de 2026."),
          std::string("The secret is out: caching is fast."), std::string("id 3fa85f64-5717-4562-b3fc-2c963f66afa6"),
          std::string("token: <TOKEN>"), std::string("PASSWORD=${DB_PASSWORD}"), std::string("password: ********"),
          std::string("Die Schlüssel liegen bei Infisical unter /platform."),
          std::string("bucket key a/b/c.tar.zst at 2026-09-06T10:00:00Z"),
          std::string("kubectl get secret hindsight-secrets")}) {
        const Redaction result = redact({text});
        EXPECT_EQ(result.text.text, text);
        EXPECT_EQ(result.found, 0U) << text;
        EXPECT_FALSE(holds_secret(text)) << text;
    }
}

struct Spoken {
    const char* text;
    const char* secret;
};

TEST(Secrets, FindsPasswordsInSentencesOfThreeLanguages) {
    for (const Spoken& row : std::vector<Spoken>{
             {"acuérdate: la contraseña del root de pve02 es Usc%6rrgMP?", "6rrgMP"},
             {"Recuerda que OpenSearch va en el nodo 3 y la contraseña de admin es xK9-mmTq2", "xK9-mmTq2"},
             {"the postgres password is now hunter2!", "hunter2"},
             {"login with admin / fKM2Kjryuc$ (password)", "fKM2Kjryuc"},
             {"Das Passwort für root ist übrigens Non5#5AsThF*, falls du dich anmelden musst", "Non5#5AsThF"},
             {"Passwort: geheim123", "geheim123"},
             {"password: correcthorsebattery", "correcthorsebattery"},
             {"mysql -u root -pS3cretPw db", "S3cretPw"},
             {"contraseña = 12345678", "12345678"}}) {
        EXPECT_EQ(redact({row.text}).text.text.find(row.secret), std::string::npos) << row.text;
    }
}

TEST(Secrets, FindsWordsAndANumberTiedTogetherAsAPassword) {
    for (const char* text :
         {"y la clave de admin que le puse es Tormenta-88-Lila", "the wifi password is Kettle-4-Harbour",
          "Das Passwort für den Drucker ist Flieder_77_Sturm"})
        EXPECT_NE(redact(Content{text}).text.text, text) << text;
    for (const char* text : {"the password policy is in ISO-27001", "la clave del proyecto es WEB-12",
                             "la contraseña del switch se cambia con Ansible-playbook"})
        EXPECT_EQ(redact(Content{text}).text.text, text) << text;
}

TEST(Secrets, FindsAPasswordNamedAfterItAlsoByWhoseItIs) {
    for (const Spoken& row : std::vector<Spoken>{{"Use Falcon123! as the sudo password", "Falcon123!"},
                                                 {"Falcon123! is the root password", "Falcon123!"},
                                                 {"para entrar al router pon Tormenta77$ de contraseña", "Tormenta77$"},
                                                 {"la clave de la VPN pasó a ser Verano456#", "Verano456#"},
                                                 {"nimm Kaffee123! als Passwort", "Kaffee123!"}})
        EXPECT_EQ(redact({row.text}).text.text.find(row.secret), std::string::npos) << row.text;
    for (const char* text : {"the rest is in the password policy", "se revisó la política de contraseña",
                             "cambio ISO-27001 de contraseña", "see chapter 12 as the root password rotates"})
        EXPECT_EQ(redact(Content{text}).text.text, text);
}

TEST(Secrets, TakesWhateverAKeepalivedDirectiveEndsWith) {
    for (const Spoken& row :
         std::vector<Spoken>{{"authentication {\n  auth_type PASS\n  auth_pass Falcon12\n}", "Falcon12"},
                             {"auth_pass 4711", "4711"},
                             {"  auth_pass Tormenta", "Tormenta"},
                             {"\tauth_pass k4Lp0zQ2\n", "k4Lp0zQ2"}})
        EXPECT_EQ(redact({row.text}).text.text.find(row.secret), std::string::npos) << row.text;
    for (const char* text : {"auth_pass is what keepalived compares", "auth_pass <password>", "auth_pass ${VRRP_PASS}"})
        EXPECT_EQ(redact(Content{text}).text.text, text);
}

TEST(Secrets, FindsANumberThatOpensASimOrACard) {
    for (const Spoken& row :
         std::vector<Spoken>{{"hab den Zugang erneuert, pin 448812, TAN geht aufs Handy", "448812"},
                             {"PUK der SIM im LTE-Router der Filiale Kempten: 93817264", "93817264"},
                             {"the PIN of the alarm is 4471, keep it", "4471"},
                             {"el PIN de la tarjeta es 9031.", "9031"},
                             {"die Geheimzahl lautet 77120", "77120"}})
        EXPECT_EQ(redact({row.text}).text.text.find(row.secret), std::string::npos) << row.text;
    for (const char* text :
         {"GPIO pin 17 drives the relay", "pin the chart to 4.9.1", "the pin of 2 mm broke, order 4000 pieces",
          "a PIN has 4 digits", "pinned to 2026 for now"})
        EXPECT_EQ(redact(Content{text}).text.text, text);
}

TEST(Secrets, FindsAPasswordBesideAnAccountThatNothingAnnounces) {
    for (const Spoken& row :
         std::vector<Spoken>{{"por si hace falta: admin / Ventana_2026_ok . ya la usan", "Ventana_2026_ok"},
                             {"root / Gl0wworm-Pier#77", "Gl0wworm-Pier#77"},
                             {"Administrator / Flieder_77_Sturm", "Flieder_77_Sturm"}})
        EXPECT_EQ(redact({row.text}).text.text.find(row.secret), std::string::npos) << row.text;
    for (const char* text : {"the admin / operator split is fine", "root / and /boot are separate", "admin / finance"})
        EXPECT_EQ(redact(Content{text}).text.text, text);
}

TEST(Secrets, TakesNoQuestionForAPassword) {
    for (const char* text : {"Passwort vergessen? Bitte beim Support melden.", "Contraseña olvidada? Llama a soporte.",
                             "Forgot your password? Ask support."})
        EXPECT_EQ(redact(Content{text}).text.text, text);
}

TEST(Secrets, KeepsTheRestOfTheSentence) {
    const Redaction result =
        redact({"Recuerda que OpenSearch va en el nodo 3 y la contraseña de admin es xK9-mmTq2, no la pierdas"});
    EXPECT_EQ(result.text.text,
              "Recuerda que OpenSearch va en el nodo 3 y la contraseña de admin es [REDACTED:password], no la pierdas");
    EXPECT_EQ(result.found, 1U);
}

TEST(Secrets, TakesAPrivateKeyWithItsWholeBodyAlsoWhenItIsCutShort) {
    const std::string begin = "-----BEG\x49N OPENSSH PRIVATE KEY-----\n";
    std::string body;
    for (int line = 0; line < 12; ++line)
        body += "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAABlwAAAAdzc" + std::to_string(line) + "\n";
    const std::string whole = "clave:\n" + begin + body + "-----END OPENSSH PRIVATE KEY-----\nfin";
    EXPECT_EQ(redact({whole}).text.text, "clave:\n[REDACTED:private-key]\nfin");
    const std::string cut = redact({begin + body}).text.text;
    EXPECT_EQ(cut.find("b3Blbn"), std::string::npos);
    std::string escaped = begin + body + "-----END OPENSSH PRIVATE KEY-----";
    for (std::size_t at = 0; (at = escaped.find('\n', at)) != std::string::npos; at += 2) escaped.replace(at, 1, "\\n");
    EXPECT_EQ(redact({"{\"k\":\"" + escaped + "\"}"}).text.text, "{\"k\":\"[REDACTED:private-key]\"}");
}

TEST(Secrets, TakesEveryValueOfAKubernetesSecret) {
    const std::string yaml =
        "apiVersion: v1\nkind: Secret\nmetadata:\n  name: web\ndata:\n  tls.key: OTljbUp4VDFhNFFnS0I=\n  other: "
        "dlFyWURWcHRu\ntype: Opaque\n";
    const std::string clean = redact({yaml}).text.text;
    EXPECT_EQ(clean.find("OTljb"), std::string::npos);
    EXPECT_EQ(clean.find("dlFyW"), std::string::npos);
    EXPECT_NE(clean.find("name: web"), std::string::npos);
    EXPECT_NE(clean.find("type: Opaque"), std::string::npos);
}

// What a value of any key of a Secret is, however the manifest is written.
TEST(Secrets, TakesTheValuesOfASecretInEachWayThatYamlIsWritten) {
    const std::string value = "aHVudGVyMi1pcy1ub3QtaXQ=";
    for (const std::string& text : {
             "apiVersion: \"v1\"\ndata:\n\textra: \"" + value + "\"\nkind: \"Secret\"\nmetadata:\n\tname: \"a\"\n",
             "kind: secret\ndata:\n  extra: '" + value + "'\n",
             "- apiVersion: v1\n  data:\n    .dockercfg: >-\n      " + value + "\n      " + value +
                 "\n  kind: Secret\n",
             "kind: Secret\nstringData:\n  a.conf: |\n    key " + value + "\nmetadata:\n  name: a\n",
         }) {
        const auto redacted = redact({text}).text.text;
        EXPECT_EQ(redacted.find("aHVudGVyMi1pcy1ub3QtaXQ"), std::string::npos) << redacted;
        EXPECT_NE(redacted.find("ecret"), std::string::npos) << "the rest of the manifest stays";
    }
    const std::string map = "kind: ConfigMap\ndata:\n  extra: \"" + value + "\"\n";
    EXPECT_EQ(redact({map}).text.text, map) << "a ConfigMap is no Secret";
}
TEST(Secrets, FindsASecretInBase64OfAText) {
    const auto base64 = [](std::string_view text) {
        static constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        std::string out;
        for (std::size_t i = 0; i < text.size(); i += 3) {
            std::uint32_t bits = 0;
            for (std::size_t j = 0; j < 3; ++j)
                bits = bits << 8 | (i + j < text.size() ? static_cast<unsigned char>(text[i + j]) : 0U);
            for (std::size_t j = 0; j < 4; ++j) out += i + j <= text.size() ? digits[bits >> (18 - 6 * j) & 63] : '=';
        }
        return out;
    };
    const std::string plain = "host: db-7\npassword: Xk93!vmQ02zzPl\n";
    EXPECT_EQ(redact({"the file is " + base64(plain) + ", said he"}).text.text,
              "the file is [REDACTED:password], said he");
    EXPECT_EQ(redact({"x=" + base64("again " + base64(plain))}).text.text, "x=[REDACTED:password]") << "twice over";
    for (const std::string& harmless :
         {base64("the password is in the vault, ask the operators for it"), base64("\x01\x02" + plain),
          std::string(5000, 'A'), std::string("sha512-") + base64("0123456789abcdef0123456789abcdef")})
        EXPECT_EQ(redact({harmless}).text.text, harmless);
}
TEST(Secrets, FindsWhatAnAuthorizationHeaderCarries) {
    for (const auto* value : {"5eb4223e-5008-46e5-be67-c7b8f2732305", "sha256~bRLFnzd5Zk-9aHgdSq71",
                              "ApiKey djJlNEpYa0NJUHZ5a2FWT0VR", "Basic djJlNEpYa0NJUHZ5a2FWT0VRXzRqZmZUdDkw"}) {
        const auto text =
            redact({"curl -H 'Authorization: " + std::string(value) + "' https://api.corp.lan/v1"}).text.text;
        EXPECT_EQ(text.find(std::string(value).substr(12)), std::string::npos) << text;
        EXPECT_NE(text.find("https://api.corp.lan/v1"), std::string::npos) << text;
    }
    for (const auto* text : {"send the header Authorization: Bearer <token>", "Authorization: required for /admin",
                             "authorization=enabled in mongod.conf"})
        EXPECT_EQ(redact({text}).text.text, text);
}
TEST(Secrets, SparesWhatIsSealedAlreadyAndPlaceholdersOfManuals) {
    for (const auto* text :
         {"password: ENC[AES256_GCM,data:CJdHtG2GYF0=,iv:Bbn3mx1g9,tag:kYn61A==,type:str]",
          "curl -u <user:password> https://test.com/endpoint", "SLACK_TOKEN=xoxe-AppConfigurationTokenGoesHere",
          "- (id)hf_requiredCharacteristicTypesForDisplayMetadata;"})
        EXPECT_EQ(redact({text}).text.text, text);
}

TEST(Secrets, StaysLinearOnTextMadeToSlowItDown) {
    for (const char* unit : {"password:", "sk-", "eyJ-", "$6$", "K10", "://a:", "-----BEG\x49N ", "la contraseña ",
                             " -p", "kind: Secret\n", "-----BEG\x49N PRIVATE KEY-----", "user a/", "mysql -p"}) {
        std::string small, large;
        while (small.size() < 50'000) small += unit;
        while (large.size() < 200'000) large += unit;
        const std::clock_t start = std::clock();
        find_secrets(small);
        const std::clock_t middle = std::clock();
        find_secrets(large);
        const std::clock_t end = std::clock();
        // Four times the text may cost some eight times as much before it counts as worse than linear.
        EXPECT_LT(static_cast<double>(end - middle), 8.0 * static_cast<double>(middle - start) + 0.05 * CLOCKS_PER_SEC)
            << unit;
    }
}

}  // namespace
}  // namespace wm::policies
