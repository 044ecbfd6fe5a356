"""The seven acceptance cases of the decision record on memory intent (ADR §25), in Spanish and in English, in the real
Hermes: a scripted model, real tool calls, Hermes' own Hindsight provider with its hindsight_retain."""
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from agent import Agent
from daemon import Daemon
from test_native_owner import provider_packages

SECRET = "Vq7-kd93Lm2xTz"
LANGUAGES = ["es", "en"]


class Native:
    """The server behind the native provider: takes everything, knows nothing, remembers what it was given."""

    def __init__(self):
        self.given = []
        native = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_):
                pass

            def answer(self, value):
                raw = json.dumps(value).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(raw)))
                self.end_headers()
                self.wfile.write(raw)

            def do_GET(self):
                self.answer({"version": "1.1.0", "api_version": "1.1.0", "features": {}})

            def do_PUT(self):
                self.do_POST()

            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
                if self.path.endswith("/memories"):
                    native.given.append(body)
                self.answer({"success": True, "bank_id": "b", "items_count": 1, "async": False, "results": [],
                             "text": ""})

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = "http://127.0.0.1:%d" % self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    def got(self, word):
        return any(word in json.loads(body)["items"][0]["content"] if "items" in body else word in body
                   for body in self.given)


class Company:
    """The daemon beside the native provider, and an agent whose model follows a script."""

    def __init__(self, tmp_path):
        self.native = Native()
        self.daemon = Daemon(tmp_path / "daemon", personal={"owner": "native"})
        self.tools = tmp_path / "tools"
        self.tools.mkdir()

    def __enter__(self):
        self.daemon.__enter__()
        return self

    def __exit__(self, *exc):
        self.native.close()
        self.daemon.__exit__()

    def tool(self, name, output):
        """A program of that name for the agent's terminal, which prints this and ends well. Returns its path: a login
        shell sets PATH itself."""
        path = self.tools / name
        path.write_text("#!/bin/sh\ncat <<'OUT'\n%s\nOUT\n" % output, encoding="utf-8")
        path.chmod(0o755)
        return str(path)

    def turn(self, said, answer, *calls):
        """One turn in a session of its own. Returns what the daemon counted since before."""
        steps = [{"tool_calls": [{"name": name, "args": args}]} for name, args in calls]
        scenario = {"default": {"text": answer}, "steps": [*steps, {"text": answer}]}
        before = self.daemon.metrics()
        env = {"PYTHONPATH": str(provider_packages())}
        with Agent(self.daemon, scenario=scenario, env=env) as agent:
            folder = agent.home / "hindsight"
            folder.mkdir()
            (folder / "config.json").write_text(json.dumps({
                "mode": "local_external", "api_url": self.native.url, "api_key": "k", "bank_id": "user-u_ada",
                "auto_recall": False, "auto_retain": False, "retain_async": False}), encoding="utf-8")
            agent.config["memory"]["provider"] = "hindsight"
            agent.write_config()
            ran = agent.chat(said)
            assert ran.returncode == 0 and answer in ran.stdout, ran.stdout + ran.stderr[-2000:]
            sent = [m["content"] for m in agent.turn_requests()[-1]["body"]["messages"] if m["role"] == "tool"]
            assert len(sent) == len(calls), "not every call of the script ran"
            self.results = sent
        self.daemon.wait_for(lambda m: m["wetopi_memory_turns_total"] > before["wetopi_memory_turns_total"],
                             "the turn was not judged")
        self.daemon.wait_spool_empty()
        now = self.daemon.metrics()
        return lambda name, **labels: now.of(name, **labels) - before.of(name, **labels)

    def kept(self, *words):
        return [text for bank, text in self.daemon.documents(*words) if bank == "wetopi-platform"]


@pytest.fixture
def company(tmp_path):
    with Company(tmp_path) as made:
        yield made


def pick(language, spanish, english):
    return spanish if language == "es" else english


def shell(command):
    return "terminal", {"command": command}


def retained(content):
    return "hindsight_retain", {"content": content}


@pytest.mark.hermes
@pytest.mark.parametrize("language", LANGUAGES)
def test_case_1_a_host_that_is_off_for_maintenance_is_an_event_and_a_temporary_state(company, language):
    pvesh = company.tool("pvesh", "UPID:pve01:0003E1:qmshutdown:pve04:root@pam:")
    counted = company.turn(
        pick(language, "Apaga pve04, que lo ponemos en mantenimiento",
             "Power off pve04, we are putting it in maintenance"),
        pick(language, "He apagado pve04 para mantenimiento.", "I powered off pve04 for maintenance."),
        shell(pvesh + " create /nodes/pve04/status -command stop"))
    event, = [text for text in company.kept("pve04") if "\n" in text]
    assert pick(language, "Actividad de platform.", "platform activity.") in event, "in the speaker's language"
    assert "pvesh create /nodes/pve04/status" in event and "UPID" not in event, "the call is named, its output is not"
    state, = [text for text in company.kept("pve04") if "\n" not in text]
    assert pick(language, "(temporal)", "(temporary)") in state, state
    for kind in ("event", "state"):
        assert counted("wetopi_memory_learning_type_total", scope="platform", type=kind) == 1, kind
    assert counted("wetopi_memory_operational_activity_total") == 1


@pytest.mark.hermes
@pytest.mark.parametrize("language", LANGUAGES)
def test_case_2_a_new_service_is_kept_with_where_it_runs(company, language):
    argocd = company.tool("argocd", "Name: argocd/linkding\nSync Status: Synced\nHealth Status: Healthy")
    counted = company.turn(
        pick(language, "Despliega linkding en el cluster", "Deploy linkding to the cluster"),
        pick(language, "He desplegado linkding en el namespace bookmarks del cluster.",
             "I deployed linkding to the bookmarks namespace of the cluster."),
        shell(argocd + " app create linkding --dest-namespace bookmarks && " + argocd + " app sync linkding"))
    assert company.kept("linkding", "bookmarks")
    assert counted("wetopi_memory_learning_type_total", scope="platform", type="event") == 1


@pytest.mark.hermes
@pytest.mark.parametrize("language", LANGUAGES)
def test_case_3_the_bookstack_procedure_is_kept_as_one(company, language):
    counted = company.turn(
        pick(language,
             "Apunta el procedimiento para desplegar BookStack, comprobado dos veces y funciona:\n"
             "1. desplegar con Argo CD\n2. crear el HTTPRoute\n3. no hace falta registro DNS, lo cubre el wildcard",
             "Note the procedure to deploy BookStack, tested twice and it worked:\n1. deploy with Argo CD\n"
             "2. create the HTTPRoute\n3. no DNS record is needed, the wildcard covers it"),
        pick(language, "Apuntado.", "Noted."))
    text, = company.kept("BookStack", "HTTPRoute", "wildcard")
    assert text.index("Argo CD") < text.index("HTTPRoute") < text.index("wildcard"), "the steps keep their order"
    assert counted("wetopi_memory_learning_type_total", scope="platform", type="procedure") == 1


@pytest.mark.hermes
@pytest.mark.parametrize("language", LANGUAGES)
def test_case_4_a_technical_intent_goes_to_both_memories(company, language):
    kubectl = company.tool("kubectl", "ingress-nginx 1/1 Running")
    content = pick(language, "Decidido: el cluster RKE2 usa ingress-nginx 4.11 en los nodos worker.",
                   "Decided: the RKE2 cluster uses ingress-nginx 4.11 on the worker nodes.")
    counted = company.turn(pick(language, "Mira qué ingress corre", "See which ingress runs"),
                           pick(language, "Hecho.", "Done."), shell(kubectl + " get pods -n ingress-nginx"),
                           retained(content))
    assert company.native.got("ingress-nginx 4.11"), company.results
    assert company.kept("ingress-nginx 4.11")
    assert counted("wetopi_memory_intent_total") == 1
    assert counted("wetopi_memory_intent_promoted_total") == 1
    assert counted("wetopi_memory_intent_rejected_total") == 0


@pytest.mark.hermes
@pytest.mark.parametrize("language", LANGUAGES)
def test_case_5_a_personal_intent_stays_with_the_native_provider(company, language):
    content = pick(language, "Ada prefiere las respuestas cortas y sin emojis.",
                   "Ada prefers short answers without emojis.")
    counted = company.turn(pick(language, "Contéstame siempre corto", "Always answer me briefly"), "OK.",
                           retained(content))
    assert company.native.got("emojis"), company.results
    assert company.daemon.documents() == []
    assert counted("wetopi_memory_intent_total") == 1
    assert counted("wetopi_memory_intent_promoted_total") == 0
    assert counted("wetopi_memory_intent_rejected_total") == 1
    assert counted("wetopi_memory_retain_rejected_total", status="personal_only") >= 1


@pytest.mark.hermes
@pytest.mark.parametrize("language", LANGUAGES)
def test_case_6_a_secret_is_kept_nowhere_whatever_the_intent(company, language):
    content = pick(language, "La contraseña de admin de OpenSearch es ",
                   "The admin password of OpenSearch is ") + SECRET
    counted = company.turn(pick(language, "Guarda el acceso de OpenSearch", "Save the OpenSearch access"), "OK.",
                           retained(content))
    assert company.daemon.documents() == []
    assert counted("wetopi_memory_retain_rejected_total", status="secret") >= 1
    assert counted("wetopi_memory_intent_promoted_total") == 0
    for path in company.daemon.root.rglob("*"):
        assert not path.is_file() or SECRET.encode() not in path.read_bytes(), path
    assert SECRET not in company.daemon.metrics_text()


@pytest.mark.hermes
@pytest.mark.parametrize("language", LANGUAGES)
def test_case_7_a_hypothesis_that_was_wrong_is_no_memory(company, language):
    ping = company.tool("ping", "2 packets transmitted, 2 received, 0% packet loss")
    counted = company.turn(
        pick(language, "El nodo rke2-w-5 va lento, quizá sea el MTU", "Node rke2-w-5 is slow, maybe it is the MTU"),
        pick(language, "No era el MTU: los paquetes grandes pasan.", "It was not the MTU: large packets get through."),
        shell(ping + " -M do -s 8972 -c 2 rke2-w-5"))
    assert company.daemon.documents("MTU") == []
    assert counted("wetopi_memory_retain_rejected_total", status="speculation") >= 1
