#!/usr/bin/env python3
"""A second corpus, beside secrets_corpus.py and with its columns: contexts, languages, disguises and hard negatives.

usage: secrets_more.py OUT.tsv [SEED]. Nothing here is a real credential: every value is drawn at random.
"""
import base64, random, string, sys
R = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
LOW, UP, DIG = string.ascii_lowercase, string.ascii_uppercase, string.digits
AN, HEX, URL = LOW + UP + DIG, "0123456789abcdef", LOW + UP + DIG + "-_"
def r(n, a=AN): return "".join(R.choice(a) for _ in range(n))
def mix(n, a=AN):
    while True:
        s = r(n, a)
        if any(c in LOW for c in s) and any(c in UP for c in s) and any(c in DIG for c in s): return s
def human():  # what people choose
    word = R.choice(["Verano", "Winter", "Falcon", "Kaffee", "Monta", "Tiger", "Puente", "Regen"])
    return R.choice([f"{word}{R.randint(10, 9999)}{R.choice('!#$%&*?')}", f"{word.lower()}{R.choice('!@#$')}{R.randint(10, 999)}{r(2, UP)}",
                     mix(R.randint(9, 14)), f"{r(3, LOW)}{R.randint(1, 9)}{r(2, UP)}{R.choice('-_.')}{r(3, LOW)}{R.randint(1, 9)}{R.choice('!#?')}"])
def hexs(n): return r(n, HEX)
def uuid(): return "-".join(hexs(n) for n in (8, 4, 4, 4, 12))
rows = []
def pos(typ, secret, text="{S}"): rows.append((1, typ, text.replace("{S}", secret), secret))
def neg(typ, text): rows.append((0, typ, text, ""))

# ---- a person tells a password
for text in ("la contraseña del admin de grafana es {S}", "Te dejo la clave del wifi de la oficina: {S}", "la pass de root en pve01 es {S}, cámbiala luego",
             "usuario: backup, contraseña: {S}", "entra con admin y {S}", "accede con jefe / {S}", "el login es soporte / {S}", "user root pass {S}",
             "usuario deploy clave {S}", "la nueva contraseña será {S} a partir del lunes", "pon {S} como contraseña del panel", "la clave de API es {S}",
             "the root password for db02 is {S}", "password for the switch: {S}", "login is admin / {S}", "credentials: svc-backup / {S}",
             "log in with marta and {S}", "creds are admin:{S}", "use admin:{S} as login", "username admin password {S}", "the new passphrase is \"{S}\"",
             "I set the password to {S} yesterday", "my pw is {S}", "pwd={S}", "PASSWORD='{S}'", "{S} is the password of the router", "wifi password: {S}",
             "Das Passwort vom Router ist {S}", "Passwort für den NAS-Admin: {S}", "Kennwort lautet {S}", "Zugangsdaten: admin / {S}", "Anmeldung mit admin und {S}",
             "Benutzer: wartung, Passwort: {S}", "Login ist admin / {S}", "das neue Kennwort heißt {S}", "Benutzername root Kennwort {S}",
             "| admin | password | {S} |", "**Password:** `{S}`", "- contraseña: `{S}`", "\"db_password\": \"{S}\"", "db_password => '{S}',", "<password>{S}</password>",
             "spring.datasource.password={S}", "export PGPASSWORD={S}", "$env:DB_PASSWORD = \"{S}\"", "SET PASSWORD FOR 'app'@'%' = PASSWORD('{S}');",
             "ALTER USER app WITH PASSWORD '{S}';", "CREATE USER 'app'@'%' IDENTIFIED BY '{S}';", "DB_PASSWORD_PROD={S}", "password2: {S}", "--password={S}", "--password {S}",
             "os.environ['DB_PASSWORD'] = '{S}'", "const dbPassword = \"{S}\";", "db.password := \"{S}\"", "Password is: {S}"):
    pos("said", human(), text)
# ---- commands
for text in ("mysql -u root -p{S} shop", "mysqldump -uroot -p{S} shop > x.sql", "sshpass -p '{S}' ssh root@10.0.0.4", "docker login -u acme -p {S} registry.example.net",
             "curl -u admin:{S} https://nexus.example.net/service/rest", "redis-cli -h r1 -a {S} ping", "ldapsearch -x -D cn=admin -w {S} -b dc=x",
             "echo \"root:{S}\" | chpasswd", "PGPASSWORD={S} psql -h db1 -U app", "smbclient //nas/share -U backup%{S}", "ipmitool -H 10.0.0.9 -U ADMIN -P {S} power status",
             "snmpwalk -v2c -c {S} 10.0.0.1", "htpasswd -bc .htpasswd admin {S}", "wget --user=ci --password={S} https://x.example.net/a", "net use Z: \\\\nas\\x /user:ci {S}",
             "openssl enc -d -aes-256-cbc -pass pass:{S} -in x", "rabbitmqctl add_user app {S}", "keytool -list -storepass {S}", "az login -u a@b.c -p {S}",
             "mongosh -u root -p {S}", "xfreerdp /u:ana /p:{S} /v:10.0.0.3", "ansible-playbook -e db_password={S} site.yml", "kubectl create secret generic db --from-literal=password={S}",
             "helm upgrade x y --set auth.password={S}", "machine api.example.net login ci password {S}", "db1:5432:app:app:{S} (pgpass)"):
    pos("command", mix(14), text)
# ---- tokens in context, no known form
for text in ("GRAFANA_TOKEN={S}", "api_key: {S}", "X-Api-Key: {S}", "apiKey=\"{S}\"", "\"accessToken\":\"{S}\"", "client_secret={S}&grant_type=client_credentials", "secret_key = '{S}'",
             "Authorization: Bearer {S}", "authorization: Token {S}", "el token del bot es {S}", "usa el token {S} para el agente", "Der API-Schlüssel lautet {S}", "API-Token: {S}",
             "the webhook secret is {S}", "signing key: {S}", "encryption_key: {S}", "JWT_SECRET={S}", "SESSION_SECRET={S}", "APP_KEY=base64:{S}", "?api_key={S}&x=1", "?token={S}",
             "curl -H 'X-Vault-Token: {S}' https://vault", "curl -H \"PRIVATE-TOKEN: {S}\" https://gitlab", "set-cookie: session_token={S}; Path=/", "auth_token={S}", "access_key: {S}",
             "clave secreta: {S}", "Geheimnis: {S}", "llave de API: {S}", "CONSUL_HTTP_TOKEN={S}", "private_key: {S}", "shared secret {S}", "radius secret: {S}", "psk={S}", "wpa_psk={S}"):
    pos("token", mix(R.choice([24, 32, 40])), text)
for text in ("CONSUL_HTTP_TOKEN={S}", "secret_id: {S}", "VAULT_SECRET_ID={S}", "api_key={S}", "HEROKU_API_KEY={S}"): pos("uuid-token", uuid(), text)
for n in (32, 40, 64): pos("hex-token", hexs(n), "api_token: {S}")
# ---- known forms, bare and in text of three languages
B64 = AN + "+/"
forms = ["ghp_" + mix(36), "gho_" + mix(36), "glpat-" + mix(20, URL), "sk-ant-api03-" + mix(93, URL) + "AA", "sk-proj-" + mix(100, URL), "AKIA" + r(16, UP + "234567"), "xoxb-" + r(12, DIG) + "-" + r(12, DIG) + "-" + mix(24),
         "hf_" + mix(34), "npm_" + mix(36), "dop_v1_" + hexs(64), "SG." + mix(22, URL) + "." + mix(43, URL), "AIza" + mix(35, URL), "glsa_" + mix(32) + "_" + hexs(8), "hvs." + mix(95, URL), "tskey-auth-" + mix(12) + "CNTRL-" + mix(32),
         r(9, DIG) + ":AA" + mix(33, URL), "lin_api_" + mix(40), "sbp_" + hexs(40), "pscale_tkn_" + mix(43), "dt0c01." + r(24, UP + DIG) + "." + r(64, UP + DIG), "AGE-SECRET-KEY-1" + r(58, UP + DIG), "nvapi-" + mix(64, URL), "gsk_" + mix(52),
         "shpat_" + hexs(32), "rubygems_" + hexs(48), "pul-" + hexs(40), "dckr_pat_" + mix(27, URL), "PMAK-" + hexs(24) + "-" + hexs(34), "sk_live_" + mix(24), "rk_live_" + mix(24), "whsec_" + mix(32), "re_" + mix(8) + "_" + mix(24), "ATATT3xFfGF0" + mix(180, URL),
         "$2b$12$" + mix(53, AN + "./"), "$y$j9T$" + mix(22, AN + "./") + "$" + mix(43, AN + "./"), "$argon2id$v=19$m=65536,t=3,p=4$" + mix(22) + "$" + mix(43), "K10" + hexs(64) + "::server:" + hexs(32), "AQ" + mix(36, AN) + "==",
         "eyJ" + mix(30, URL) + ".eyJ" + mix(90, URL) + "." + mix(43, URL), hexs(32) + "-us" + r(2, "12"), "AVNS_" + mix(19, URL), "mdb_sa_sk_" + mix(40, URL), "pat-eu1-" + uuid(), "cmVmdGtu" + mix(56), "CCIPAT_" + mix(22) + "_" + hexs(40)]
for f in forms:
    pos("form", f)
    pos("form-text", f, R.choice(["mira, {S}, ¿vale?", "he guardado {S} en el gestor", "there: ({S})", "Hier ist er: „{S}“.", "<code>{S}</code>", "x={S};", "[{S}](https://x.example.net)", "\\n{S}\\n", "id,{S},2026-01-01", "https://x.example.net/?k=%3D{S}"]))
# ---- disguises; what must go is the whole disguised text
g = "ghp_" + mix(36)
def full(s): return "".join(chr(ord(c) + 0xFEE0) if 0x21 <= ord(c) <= 0x7E else c for c in s)
for zero in ("\u200b", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u202e"):
    s = g[:9] + zero + g[9:25] + zero + g[25:]
    pos("zero-width", s, "token {S} listo")
pos("full-width", full(g), "令牌：{S}")
pos("full-width-password", full("Tr0ub4dor9x!"), "contraseña：{S}")
pos("line-continued", g[:16] + "\\\n    " + g[16:], "export X={S}")
pos("glued-strings", g[:16] + "\" + \"" + g[16:], "token = \"{S}\"")
pos("unicode-escape", "".join("\\u%04x" % ord(c) for c in g[:6]) + g[6:], "{\"t\":\"{S}\"}")
pos("html-entity", "&#103;&#x68;p_" + g[4:], "<b>{S}</b>")
pos("url-encoded", "%67hp%5F" + g[4:], "https://x.example.net/?q={S}")
def pem(kind, n=8): return f"-----BEG\x49N {kind}-----\n" + "\n".join(base64.b64encode(R.randbytes(48)).decode() for _ in range(n)) + f"\n-----END {kind}-----"
for kind in ("PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY", "OPENSSH PRIVATE KEY", "ENCRYPTED PRIVATE KEY", "PGP PRIVATE KEY BLOCK", "OpenVPN Static key V1"):
    p = pem(kind)
    pos("pem", p, "aquí:\n{S}\nfin")
    pos("pem-json", p.replace("\n", "\\n"), "{\"k\":\"{S}\"}")
p = pem("PRIVATE KEY")
pos("pem-no-end", "\n".join(p.split("\n")[1:5]), p.split("\n")[0] + "\n{S}")
pos("pem-no-begin", "\n".join(p.split("\n")[2:-1]), "{S}\n" + p.split("\n")[-1])
pos("pem-base64", base64.b64encode(p.encode()).decode(), "tls.key: {S}")
pos("pem-indented", p.replace("\n", "\n    "), "key: |\n    {S}\n")
pos("kubeconfig", base64.b64encode(pem("RSA PRIVATE KEY").encode()).decode(), "users:\n- name: a\n  user:\n    client-key-data: {S}\n")
pos("secret-json", base64.b64encode(mix(16).encode()).decode(), "{\"kind\":\"Secret\",\"data\":{\"password\":\"{S}\"}}")

# ---- hard negatives
for s in ("tests pass: 1532", "PASS: tests/store_test.sh", "pass: all 214 tests green", "GPIO pin: 17 drives the relay", "password: min 12 characters, 1 digit", "password_length: 16", "token: required", "--password string   the password of the user",
          "-p, --password <pw>   prompt when missing", "if password == \"\": raise ValueError", "password = getpass.getpass()", "token := r.Header.Get(\"X-Token\")", "def login(user: str, password: str) -> Token:", "apiKey?: string;",
          "const token = await fetchToken(user)", "token: bucket4j-rate", "secret: db-credentials-v2", "secretName: web-tls-2026", "key: my-config-2024", "cache key: " + hexs(32), "password policy v2.1 applies", "Password expired 2026-09-06",
          "the login page is at https://app.example.net/login", "login failed for admin from 10.0.0.4", "user ana logged in at 10:42:31", "usuario: ana, rol: editor", "Benutzer: wartung, Rolle: Admin", "access: read / write", "login / logout flow",
          "el acceso es por VPN / SSH", "credentials: see vault / infisical", "token refresh every 15m", "the token expires in 3600s", "Das Token läuft in 24h ab.", "La clave primaria es id_cliente", "clave foránea: pedido_id → pedidos.id", "Die Schlüssel-Wert-Paare stehen in etcd3.",
          "secret sharing 2-of-3", "PIN-Pad defekt, Ersatz am 12.10.", "la llave del rack 4B está en recepción", "API key rotation: 90 days", "API keys are listed under /settings/keys", "ssh -p 2222 root@10.0.0.4", "mysql -p shop", "docker run -p 8080:80 nginx:1.27", "curl -u $USER:$PASS https://x",
          "psql -U app -h db1", "commit 9fceb02d0ae598e95dc970b74767f19372d61af8", "image: ghcr.io/acme/api@sha256:" + hexs(64), "uuid " + uuid(), "request_id=" + uuid(), "md5 " + hexs(32), "mac 52:54:00:ab:cd:ef", "ipv6 2001:db8::ff00:42:8329",
          "build 20260906.3-rc1", "ts=1700000000000", "2026-09-06T10:00:00.123+02:00", "ports 8000 8080 8888", "https://grafana.example.net/d/000000012/node?orgId=1&var-host=pve04", "s3://b/2026/x.tar.zst", "password: ${DB_PASSWORD}", "password: {{ vault_db_password }}",
          "token: $(cat /run/secrets/token)", "PASSWORD=<your password>", "api_key: YOUR_API_KEY", "export TOKEN=...", "password: xxxxxxxx", "password: *****", "contraseña: (la de siempre)", "Passwort: siehe Tresor", "password is stored in vault", "contraseña guardada en Infisical", "Kennwort wurde geändert",
          "la contraseña tiene que tener 12 caracteres", "das Passwort muss 12 Zeichen haben", "the password must be 12+ characters", "token count: 4096 in, 812 out", "max_tokens=4096", "tokenizer: cl100k_base", "auth: oidc", "auth_type PASS", "basic auth over TLS 1.3", "Bearer authentication (RFC 6750)",
          "key-value store etcd v3.5.9", "author=ana@example.net", "code: E1234", "exit code 137", "código postal 28013", "sig: SIGTERM", "signature v4 required", "passenger list: 42", "compass 270", "bypass mode: on", "passport no. pending", "secret santa on 2026-12-18", "Secretary: M. Ruiz",
          "community edition 16.4", "SNMP community strings are rotated", "the key-points: 1) a 2) b", "KEY findings: CPU at 93%", "monkey2000 joined", "git checkout -b fix/token-refresh-2", "kubectl get secret db -o yaml", "helm install token-svc ./chart-1.2.3", "SELECT password_hash FROM users WHERE id=42",
          "public key: " + base64.b64encode(R.randbytes(32)).decode(), "fingerprint SHA256:" + mix(43), "integrity sha384-" + base64.b64encode(R.randbytes(48)).decode(), "data:image/png;base64," + base64.b64encode(R.randbytes(90)).decode(), pem("CERTIFICATE", 6), pem("PUBLIC KEY", 4),
          "certificate-authority-data: " + base64.b64encode(pem("CERTIFICATE", 4).encode()).decode(), "el usuario y la contraseña se piden al entrar", "user and password are prompted", "account 4711 / customer 42", "Konto 4711 / Kunde 42", "cuenta 4711 / cliente 42", "access to port 6443/TCP", "login: 3 retries / 5 min"):
    neg("ordinary", s)

def esc(s): return s.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t").replace("\r", "\\r")
def main(path):
    with open(path, "w", encoding="utf-8") as f:
        f.write("id\tlabel\ttype\tlang\tcontext\ttext\tsecret\n")
        for i, (label, typ, text, secret) in enumerate(rows): f.write(f"M{i:03d}\t{label}\t{typ}\t-\t-\t{esc(text)}\t{esc(secret)}\n")
    print(sum(x[0] for x in rows), "positives,", sum(1 - x[0] for x in rows), "negatives")
if __name__ == "__main__": main(sys.argv[1] if len(sys.argv) > 1 else "secrets-more.tsv")
