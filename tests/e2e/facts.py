"""Facts that are drawn when the tests run: hosts, services and values nobody has seen before, in three languages.

WM_E2E_SEED repeats a run; its number is printed when pytest begins.
"""
import dataclasses
import os
import random

SEED = int(os.environ.get("WM_E2E_SEED") or random.SystemRandom().randrange(1, 10**6))

# language, what is said, what is asked in another session, the words that the answer cannot do without
TEMPLATES = [
    ("es", "Recuerda que {host} está apagado por mantenimiento", "¿En qué estado está {host}?", "{host}|apagado"),
    ("es", "Apunta que {host} está caído desde las {time}", "¿Está {host} arriba?", "{host}|caído"),
    ("es", "Ten en cuenta que {service} corre en {host}", "¿Dónde corre {service}?", "{service}|{host}"),
    ("es", "Recuerda que el backup de {host} se hace los {day_es} a las {time}", "¿Cuándo se hace el backup de {host}?",
     "{host}|{day_es}|{time}"),
    ("es", "No olvides que el disco {number} de {host} está degradado", "¿Cómo está el disco de {host}?",
     "{host}|degradado"),
    ("es", "Recuerda: la IP de {host} es {ip}", "¿Cuál es la IP de {host}?", "{host}|{ip}"),
    ("es", "Hemos decidido dejar {service} en la versión {version}", "¿Te acuerdas de qué versión de {service} dejamos?",
     "{service}|{version}"),
    ("es", "{host} ya vuelve a estar online", "¿Cómo está {host}?", "{host}|online"),
    ("en", "Remember that {host} is switched off for maintenance", "Is {host} up?", "{host}|switched off"),
    ("en", "Please remember that {service} runs on {host}, port {port}", "Which port does {service} use on {host}?",
     "{service}|{host}|{port}"),
    ("en", "Note that {host} has been down since {time}", "What is the state of {host}?", "{host}|down"),
    ("en", "Keep in mind that the certificate of {service} expires on {date}",
     "When does the certificate of {service} expire?", "{service}|{date}"),
    ("en", "Don't forget that {host} is read-only until {day_en}", "What do you remember about {host}?",
     "{host}|read-only|{day_en}"),
    ("en", "For the record: we decided to keep {service} on version {version}",
     "Which version of {service} did we decide to keep?", "{service}|{version}"),
    ("en", "Remember that {person} is responsible for {host}", "Who is responsible for {host}?", "{person}|{host}"),
    ("en", "{host} is back online after the disk swap", "How is {host}?", "{host}|online"),
    ("de", "Merke dir, dass {host} wegen Wartung abgeschaltet ist", "Wie steht es um {host}?", "{host}|abgeschaltet"),
    ("de", "Denk daran, dass {service} auf {host} läuft", "Auf welchem Server läuft {service}?", "{service}|{host}"),
    ("de", "Merk dir: {host} ist seit {time} Uhr ausgefallen", "Ist {host} erreichbar?", "{host}|ausgefallen"),
    ("de", "Vergiss nicht, dass die Platte {number} in {host} defekt ist", "Was weißt du über die Platten von {host}?",
     "{host}|defekt"),
    ("de", "Merk dir bitte: das Zertifikat von {service} läuft am {date} ab", "Wann läuft das Zertifikat von {service} ab?",
     "{service}|{date}"),
    ("de", "Wir haben entschieden, {service} auf Version {version} zu lassen",
     "Weißt du noch, auf welcher Version wir {service} lassen?", "{service}|{version}"),
    ("de", "Bitte merke dir, dass {person} für {host} zuständig ist", "Wer ist für {host} zuständig?", "{person}|{host}"),
    ("de", "{host} ist wieder online", "Wie geht es {host}?", "{host}|online"),
]
UNRELATED = ["What is the capital of France?", "Traduce esta frase al inglés: hoy hace buen tiempo",
             "Schreib mir ein kurzes Gedicht über den Herbst", "How many days has a leap year?"]

SERVICES = ["grafana", "keycloak", "harbor", "gitea", "nextcloud", "argocd", "rabbitmq", "opensearch", "netbox", "vaultwarden",
            "mattermost", "zabbix", "loki", "patroni", "haproxy", "sonarqube"]
PEOPLE = ["Marta", "Jonas", "Ainhoa", "Dieter", "Priya", "Oskar", "Lucía", "Tomasz"]
HOSTS = ["srv-{w}{n}", "db-{w}{n}", "pve{n}", "nas{n}", "ceph-osd{n}", "web-{w}{n}", "k8s-worker{n}"]
SYLLABLES = ["ka", "ro", "mi", "lu", "ne", "so", "ta", "ve", "zu", "bo"]
DAYS = [("lunes", "Monday"), ("martes", "Tuesday"), ("jueves", "Thursday"), ("viernes", "Friday")]


@dataclasses.dataclass(frozen=True)
class Fact:
    language: str
    statement: str
    question: str
    words: tuple

    def __str__(self):
        return "%s: %s / %s" % (self.language, self.statement, self.question)

    def missing_in(self, text):
        """Its decisive words that are not in the text."""
        return [w for w in self.words if w.lower() not in text.lower()]


class Draw:
    def __init__(self, seed=SEED):
        self._random, self._hosts = random.Random(seed), set()
        self._services = []

    def host(self):
        while True:
            name = self._random.choice(HOSTS).format(
                w="".join(self._random.sample(SYLLABLES, 2)), n="%02d" % self._random.randrange(2, 98))
            if name not in self._hosts:
                self._hosts.add(name)
                return name

    def service(self):
        if not self._services:
            self._services = self._random.sample(SERVICES, len(SERVICES))
        return self._services.pop()

    def fact(self, template):
        language, statement, question, words = template
        r = self._random
        day_es, day_en = r.choice(DAYS)
        values = dict(host=self.host(), service=self.service(), person=r.choice(PEOPLE), number=r.randrange(1, 12),
                      time="%02d:%02d" % (r.randrange(24), r.randrange(60)), port=r.randrange(3000, 9999),
                      ip="10.%d.%d.%d" % (r.randrange(1, 250), r.randrange(1, 250), r.randrange(2, 250)),
                      version="%d.%d.%d" % (r.randrange(1, 30), r.randrange(20), r.randrange(20)), day_es=day_es,
                      day_en=day_en, date="2027-%02d-%02d" % (r.randrange(1, 13), r.randrange(1, 29)))
        fill = lambda text: text.format(**values)  # noqa: E731
        return Fact(language, fill(statement), fill(question), tuple(fill(words).split("|")))

    def all(self):
        """One fact of each template, all about different things."""
        return [self.fact(t) for t in TEMPLATES]

    def one_of_each_language(self):
        return [self.fact(self._random.choice([t for t in TEMPLATES if t[0] == language]))
                for language in ("es", "en", "de")]

    def word(self):
        """A word that no language has."""
        return "".join(self._random.sample(SYLLABLES, 5))


# What only its person may get back: what is said, what is asked, with the one word that nobody else knows.
PERSONAL = [
    ("Recuerda que prefiero las respuestas en formato {secret}", "¿Recuerdas qué formato de respuestas prefiero?"),
    ("Remember that I prefer answers in the {secret} format", "Do you remember what format of answers I prefer?"),
]


def personal(draw, at=0):
    """(statement, question, its word) of one person."""
    word = draw.word()
    said, asked = PERSONAL[at % len(PERSONAL)]
    return said.format(secret=word), asked, word
