#include "policies/stop_words.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>

namespace wm::policies {
namespace {

// Sorted, for whoever reads them.
constexpr std::string_view stop_words[] = {
    "a",         "ab",       "aber",    "about",    "above",    "actually", "after",    "again",    "ahora",
    "al",        "algo",     "alguien", "algun",    "alguna",   "algunas",  "alguno",   "algunos",  "all",
    "alle",      "allem",    "allen",   "aller",    "alles",    "als",      "also",     "am",       "an",
    "and",       "anda",     "andere",  "anderen",  "ante",     "antes",    "any",      "anything", "aqui",
    "are",       "as",       "asi",     "at",       "auch",     "auf",      "aun",      "aunque",   "aus",
    "bajo",      "be",       "because", "been",     "before",   "bei",      "beim",     "being",    "bereits",
    "between",   "bien",     "bin",     "bis",      "bist",     "bitte",    "both",     "but",      "by",
    "cada",      "can",      "casi",    "como",     "con",      "contra",   "cosa",     "cosas",    "could",
    "couldn",    "cual",     "cuales",  "cuando",   "cuanto",   "cuantos",  "da",       "dabei",    "dadurch",
    "dafur",     "dame",     "damit",   "danach",   "dann",     "daran",    "darauf",   "daraus",   "darf",
    "das",       "dass",     "de",      "dein",     "deine",    "del",      "dem",      "demas",    "den",
    "denn",      "der",      "deren",   "des",      "desde",    "deshalb",  "despues",  "dich",     "dicho",
    "did",       "didn",     "die",     "dies",     "diese",    "diesem",   "diesen",   "dieser",   "dieses",
    "dime",      "dir",      "do",      "doch",     "does",     "doesn",    "doing",    "don",      "donde",
    "done",      "dort",     "dos",     "down",     "du",       "durante",  "durch",    "e",        "ein",
    "eine",      "einem",    "einen",   "einer",    "eines",    "einfach",  "einige",   "el",       "ella",
    "ellas",     "ello",     "ellos",   "else",     "en",       "entonces", "entre",    "er",       "era",
    "eran",      "es",       "esa",     "esas",     "ese",      "eso",      "esos",     "esta",     "estaba",
    "estado",    "estan",    "estar",   "estas",    "este",     "esto",     "estos",    "estoy",    "etwas",
    "euch",      "euer",     "eure",    "ever",     "every",    "favor",    "few",      "for",      "from",
    "fue",       "fueron",   "fui",     "fur",      "ganz",     "gar",      "gegen",    "gehabt",   "gehen",
    "geht",      "gerade",   "gern",    "get",      "gets",     "gewesen",  "gibt",     "give",     "go",
    "goes",      "going",    "got",     "ha",       "hab",      "habe",     "haben",    "haber",    "habia",
    "habiamos",  "habian",   "hace",    "hacer",    "haces",    "hacia",    "had",      "han",      "has",
    "hasta",     "hat",      "hatte",   "hatten",   "have",     "having",   "hay",      "haya",     "hazme",
    "he",        "hemos",    "her",     "here",     "hier",     "him",      "hin",      "hinter",   "his",
    "how",       "hoy",      "i",       "ich",      "if",       "ihm",      "ihn",      "ihnen",    "ihr",
    "ihre",      "ihrem",    "ihren",   "ihrer",    "im",       "immer",    "in",       "incluso",  "ins",
    "into",      "ir",       "is",      "isn",      "ist",      "it",       "its",      "itself",   "ja",
    "jamas",     "jede",     "jedem",   "jeden",    "jeder",    "jedes",    "jetzt",    "junto",    "just",
    "kann",      "kannst",   "kein",    "keine",    "keinem",   "keinen",   "keiner",   "konnen",   "konnte",
    "la",        "las",      "le",      "les",      "let",      "like",     "ll",       "lo",       "los",
    "luego",     "machen",   "make",    "mal",      "man",      "many",     "mas",      "may",      "maybe",
    "me",        "mehr",     "mein",    "meine",    "meinem",   "meinen",   "meiner",   "mejor",    "menos",
    "mi",        "mia",      "mias",    "mich",     "mientras", "might",    "mine",     "mio",      "mir",
    "mira",      "mis",      "misma",   "mismo",    "mit",      "more",     "most",     "much",     "mucha",
    "muchas",    "mucho",    "muchos",  "muss",     "mussen",   "must",     "muy",      "my",       "nach",
    "nada",      "nadie",    "need",    "never",    "next",     "ni",       "nicht",    "nichts",   "ninguna",
    "ninguno",   "no",       "noch",    "nochmal",  "nor",      "nos",      "nosotros", "not",      "now",
    "nuestra",   "nuestras", "nuestro", "nuestros", "nun",      "nunca",    "nur",      "o",        "ob",
    "oder",      "of",       "off",     "often",    "ohne",     "ok",       "on",       "once",     "one",
    "only",      "or",       "os",      "other",    "otra",     "otras",    "otro",     "otros",    "our",
    "ours",      "out",      "over",    "own",      "oye",      "para",     "parece",   "per",      "pero",
    "please",    "pls",      "poco",    "poder",    "por",      "porfa",    "porque",   "puede",    "puedes",
    "puedo",     "pues",     "put",     "que",      "quien",    "quienes",  "quieres",  "quiero",   "quite",
    "rather",    "re",       "really",  "s",        "same",     "schon",    "se",       "sea",      "sehr",
    "sein",      "seine",    "seinem",  "seinen",   "seiner",   "seit",     "ser",      "shall",    "she",
    "should",    "si",       "sich",    "sido",     "sie",      "siempre",  "sin",      "since",    "sind",
    "sino",      "so",       "sobre",   "sogar",    "soll",     "sollen",   "sollte",   "solo",     "some",
    "something", "somos",    "son",     "sondern",  "sonst",    "soy",      "still",    "su",       "such",
    "sus",       "t",        "take",    "tal",      "tambien",  "tampoco",  "tan",      "tanto",    "te",
    "tell",      "tendra",   "tenemos", "tener",    "tengo",    "tenia",    "than",     "that",     "the",
    "their",     "them",     "then",    "there",    "these",    "they",     "thing",    "things",   "this",
    "those",     "through",  "ti",      "tiene",    "tienen",   "tienes",   "to",       "toda",     "todas",
    "todavia",   "todo",     "todos",   "too",      "tu",       "tus",      "u",        "uber",     "um",
    "un",        "una",      "unas",    "und",      "under",    "uno",      "unos",     "uns",      "unser",
    "unsere",    "unserem",  "unseren", "unserer",  "unter",    "until",    "up",       "upon",     "us",
    "use",       "used",     "using",   "usted",    "va",       "vamos",    "van",      "vaya",     "ver",
    "very",      "vez",      "via",     "viel",     "vom",      "von",      "vor",      "voy",      "want",
    "wants",     "war",      "waren",   "was",      "wasn",     "we",       "weil",     "weisst",   "weiter",
    "well",      "wenn",     "wer",     "werde",    "werden",   "were",     "what",     "when",     "where",
    "whether",   "which",    "while",   "who",      "whom",     "whose",    "why",      "wie",      "wieder",
    "will",      "wir",      "wird",    "wirst",    "with",     "within",   "without",  "wo",       "wohl",
    "wollen",    "worden",   "would",   "wurde",    "wurden",   "y",        "ya",       "yes",      "yet",
    "yo",        "you",      "your",    "yours",    "zu",       "zum",      "zur",      "zwar",     "zwischen",
};

constexpr std::string_view generic_words[] = {
    "abril",     "acuerdas",   "agosto",     "anderung",  "ano",       "apagado",   "april",       "arbeit",
    "archivo",   "arriba",     "august",     "ayer",      "benutzer",  "caido",     "cambio",      "cambios",
    "change",    "changes",    "check",      "client",    "cliente",   "clientes",  "clients",     "cluster",
    "clusters",  "company",    "corre",      "cosa",      "customer",  "customers", "data",        "datei",
    "daten",     "datos",      "day",        "days",      "december",  "decided",   "decidido",    "decision",
    "dezember",  "dia",        "dias",       "diciembre", "dienst",    "dienstag",  "dienste",     "dijimos",
    "domingo",   "donnerstag", "down",       "empresa",   "encendido", "enero",     "entschieden", "equipo",
    "erinnere",  "error",      "errors",     "erste",     "estado",    "febrero",   "februar",     "february",
    "fehler",    "fertig",     "fichero",    "file",      "files",     "firma",     "first",       "forma",
    "freitag",   "friday",     "funciona",   "gestern",   "hablamos",  "hora",      "horas",       "host",
    "hosts",     "hour",       "hours",      "jahr",      "januar",    "january",   "jueves",      "juli",
    "julio",     "july",       "june",       "juni",      "junio",     "knoten",    "kunde",       "kunden",
    "last",      "lauft",      "letzte",     "list",      "lista",     "liste",     "listo",       "look",
    "lunes",     "manana",     "march",      "martes",    "marz",      "marzo",     "mayo",        "memoria",
    "memory",    "mes",        "miercoles",  "mirar",     "mittwoch",  "monat",     "monday",      "montag",
    "month",     "morgen",     "name",       "neu",       "neue",      "neuen",     "new",         "node",
    "nodes",     "nodo",       "nodos",      "nombre",    "november",  "noviembre", "nueva",       "nuevo",
    "number",    "numero",     "october",    "octubre",   "offline",   "oktober",   "online",      "plan",
    "planes",    "plans",      "preference", "prefers",   "prefiere",  "primero",   "problem",     "problema",
    "project",   "projekt",    "proyecto",   "prufen",    "quedamos",  "ready",     "rechner",     "recuerda",
    "recuerdas", "remember",   "revisar",    "run",       "running",   "sabado",    "samstag",     "saturday",
    "semana",    "september",  "septiembre", "server",    "servers",   "service",   "services",    "servicio",
    "servicios", "servidor",   "servidores", "sistema",   "sistemas",  "sonntag",   "state",       "status",
    "stunde",    "sunday",     "system",     "systems",   "tag",       "tage",      "team",        "thursday",
    "tiempo",    "time",       "tomorrow",   "trabajo",   "tuesday",   "ultimo",    "up",          "user",
    "users",     "usuario",    "usuarios",   "version",   "viernes",   "way",       "wednesday",   "week",
    "woche",     "work",       "working",    "works",     "year",      "yesterday", "zeit",        "zustand",
};

constexpr std::string_view negations[] = {
    "ain",     "aren",   "cannot",  "couldn",  "didn",   "doesn",  "don",     "hasn",  "haven",  "isn",   "jamas",
    "kein",    "keine",  "keinem",  "keinen",  "keiner", "nadie",  "neither", "never", "ni",     "nicht", "nie",
    "niemals", "ningun", "ninguna", "ninguno", "no",     "nobody", "none",    "nor",   "not",    "nunca", "ohne",
    "shouldn", "sin",    "t",       "tampoco", "wasn",   "weren",  "without", "won",   "wouldn",
};

constexpr std::string_view back_references[] = {
    "again", "ahi",   "alli",  "also",  "aun",    "continua", "continue", "da",      "damit",  "daran",
    "das",   "davon", "dies",  "diese", "dieser", "dieses",   "dort",     "ello",    "er",     "es",
    "esa",   "esas",  "ese",   "eso",   "esta",   "este",     "esto",     "estos",   "he",     "ihm",
    "ihn",   "immer", "it",    "its",   "la",     "las",      "le",       "lo",      "los",    "misma",
    "mismo", "noch",  "one",   "otra",  "same",   "she",      "sie",      "sigue",   "siguen", "still",
    "that",  "them",  "there", "these", "they",   "this",     "those",    "todavia", "weiter", "yet",
};

constexpr std::string_view chatter[] = {
    "adios",   "buenas",   "bye",     "ciao",  "claro",   "cool",    "course", "crack", "danke", "genial",
    "gracias", "great",    "guay",    "gut",   "haha",    "hallo",   "hello",  "hey",   "hi",    "hola",
    "ja",      "jaja",     "jajaja",  "lol",   "moin",    "morning", "nice",   "of",    "ok",    "okay",
    "perfect", "perfecto", "perfekt", "prima", "saludos", "servus",  "si",     "super", "sure",  "thank",
    "thanks",  "thx",      "tschuss", "vale",  "venga",   "yes",
};

constexpr std::string_view kind_words[] = {
    "2fa",    "3des",   "5g",     "aes128",  "aes256",  "amd64", "arm64", "b2b",      "b2c",      "base64",  "bz2",
    "c99",    "cat6",   "cat6a",  "cgroup2", "crc32",   "ddr4",  "ddr5",  "e2e",      "ec2",      "ed25519", "es6",
    "ext3",   "ext4",   "f2fs",   "fat32",   "gpt4",    "h264",  "h265",  "hmac256",  "html5",    "http1",   "http2",
    "http3",  "i18n",   "ikev1",  "ikev2",   "ipv4",    "ipv6",  "k3s",   "k8s",      "l10n",     "l2tp",    "l4",
    "l7",     "log4j",  "lz4",    "m365",    "md5",     "mp3",   "mp4",   "o365",     "oauth1",   "oauth2",  "p2p",
    "pbkdf2", "pkcs12", "pkcs8",  "python2", "python3", "q1",    "q2",    "q3",       "q4",       "raid0",   "raid1",
    "raid10", "raid5",  "raid6",  "rfc1918", "rke2",    "rs232", "rs256", "rsa2048",  "rsa4096",  "s3",      "sha1",
    "sha2",   "sha256", "sha512", "ssh2",    "tls1",    "tls12", "tls13", "ubuntu22", "ubuntu24", "utf16",   "utf8",
    "wifi6",  "wpa2",   "wpa3",   "x11",     "x509",    "x64",   "x86",   "x8664",
};

static_assert(std::is_sorted(std::begin(stop_words), std::end(stop_words)));
static_assert(std::is_sorted(std::begin(generic_words), std::end(generic_words)));
static_assert(std::is_sorted(std::begin(negations), std::end(negations)));
static_assert(std::is_sorted(std::begin(back_references), std::end(back_references)));
static_assert(std::is_sorted(std::begin(chatter), std::end(chatter)));
static_assert(std::is_sorted(std::begin(kind_words), std::end(kind_words)));

constexpr std::size_t word_bytes_max = 16;

// Every word of the lists with what it is, in one open table: half full at most, filled before main.
class Kinds {
public:
    Kinds() {
        add(stop_words, &WordKind::stop);
        add(generic_words, &WordKind::generic);
        add(negations, &WordKind::negation);
        add(back_references, &WordKind::points_back);
        add(chatter, &WordKind::chatter);
        add(kind_words, &WordKind::kind);
    }
    WordKind of(std::string_view word) const {
        if (word.empty() || word.size() > word_bytes_max) return {};
        return slots_[place(word)].kind;
    }

private:
    struct Slot {
        std::string_view word;
        WordKind kind;
    };
    // Where the word is, or the free place where it would be.
    std::size_t place(std::string_view word) const {
        std::uint32_t hash = 2166136261u;
        for (const char c : word) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
        auto at = (hash ^ (hash >> 15)) % size;
        while (!slots_[at].word.empty() && slots_[at].word != word) at = (at + 1) % size;
        return at;
    }
    template <std::size_t n>
    void add(const std::string_view (&list)[n], bool WordKind::* kind) {
        for (const auto word : list) {
            auto& slot = slots_[place(word)];
            slot.word = word;
            slot.kind.*kind = true;
        }
    }
    static constexpr std::size_t size = 4096;
    std::array<Slot, size> slots_{};
};
template <std::size_t n>
constexpr bool all_fit(const std::string_view (&list)[n]) {
    return std::all_of(std::begin(list), std::end(list), [](auto word) { return word.size() <= word_bytes_max; });
}
static_assert(all_fit(stop_words) && all_fit(generic_words) && all_fit(negations) && all_fit(back_references) &&
              all_fit(chatter) && all_fit(kind_words));
static_assert(2 * (std::size(stop_words) + std::size(generic_words) + std::size(negations) +
                   std::size(back_references) + std::size(chatter)) <=
              4096);

const Kinds kinds;

}  // namespace

WordKind word_kind(std::string_view word) { return kinds.of(word); }
bool is_stop_word(std::string_view word) { return kinds.of(word).stop; }
bool is_generic_word(std::string_view word) { return kinds.of(word).generic; }
bool is_negation(std::string_view word) { return kinds.of(word).negation; }
bool points_back(std::string_view word) { return kinds.of(word).points_back; }
bool is_chatter(std::string_view word) { return kinds.of(word).chatter; }
bool is_kind_word(std::string_view word) { return kinds.of(word).kind; }

}  // namespace wm::policies
