import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuMs } from "../../../test/cpu-time.ts";
import { findSecrets, maskPrivate, maskSecrets } from "./secrets.ts";

/** Put together here, so that no scanner takes this file for a leak. */
const made = (...parts: readonly string[]): string => parts.join("");

const DIGITS = "0123456789";
const HEX = `${DIGITS}abcdef`;
const LOWER = `${DIGITS}abcdefghijklmnopqrstuvwxyz`;
const UPPER = LOWER.toUpperCase();
const MIXED = `${LOWER}ABCDEFGHIJKLMNOPQRSTUVWXYZ`;

/** The same mix of characters in every run. */
function mix(length: number, alphabet = MIXED, seed = 7): string {
  let state = seed;
  let text = "";
  while (text.length < length) {
    state = (state * 48_271 + 11) % 2_147_483_647;
    text += alphabet[state % alphabet.length];
  }
  return text;
}

const UUID = made(
  mix(8, HEX),
  "-",
  mix(4, HEX, 3),
  "-4",
  mix(3, HEX, 5),
  "-a",
  mix(3, HEX, 9),
  "-",
  mix(12, HEX),
);
const PEM_BODY = Array.from({ length: 5 }, (_, at) => mix(64, MIXED, at + 2)).join("\n");

/** A table's row: the secret, and the line it is in, with § for the secret. */
type Row = readonly [kind: string, secret: string, line: string];

const CLOUD: readonly Row[] = [
  ["AWS access key", made("AKIA", mix(16, "ABCDEFGHIJ234567")), "aws configure set aws_access_key_id §"],
  [
    "AWS temporary key",
    made("ASIA", mix(16, "ABCDEFGHIJ234567")),
    "Credential=§/20260301/us-east-1/s3/aws4_request",
  ],
  ["AWS secret key", made(mix(20), "/", mix(19)), "aws_secret_access_key = §"],
  ["AWS secret key in JSON", made(mix(19), "+", mix(20)), '{"SecretAccessKey": "§", "Version": 1}'],
  ["AWS session token", made("IQoJ", mix(900), "=="), "export AWS_SESSION_TOKEN=§"],
  ["Google API key", made("AIza", mix(35)), "const map = new Map({ key: '§' });"],
  ["Google client secret", made("GOCSPX-", mix(28)), "The client uses § since Monday."],
  [
    "Google service account",
    PEM_BODY.replaceAll("\n", "\\n"),
    made('"private_key": "-----BEGIN ', "PRIVATE KEY-----\\n§\\n-----END ", 'PRIVATE KEY-----\\n",'),
  ],
  [
    "Azure storage key",
    made(mix(86), "=="),
    "DefaultEndpointsProtocol=https;AccountName=a1;AccountKey=§;EndpointSuffix=core.windows.net",
  ],
  [
    "Azure signature",
    made(mix(40), "%2B", mix(4), "%3D"),
    "GET https://a1.blob.core.windows.net/c/b?sv=2024-01-01&se=2026-01-01&sig=§ 403",
  ],
  ["Azure client secret", made(mix(3), "8Q~", mix(34)), "az login --service-principal -u app with § failed"],
  ["Azure client secret by name", made(mix(12), ".~", mix(20)), 'AZURE_CLIENT_SECRET="§"'],
  ["DigitalOcean token", made("dop_v1_", mix(64, HEX)), "doctl auth init -t §"],
  ["Cloudflare token", made("cfut_", mix(46)), "wrangler says § is invalid"],
  ["Cloudflare token by name", mix(40, LOWER), "CLOUDFLARE_API_TOKEN=§ npx wrangler deploy"],
  ["Cloudflare key by name", mix(37, LOWER), "curl -H 'X-Auth-Key: §' https://api.cloudflare.com"],
  ["Heroku key by name", UUID, "HEROKU_API_KEY=§ heroku ps"],
  ["Heroku token", made("HRKU-AA", mix(58)), "I pasted § into the terminal."],
  ["Alibaba key", made("LTAI", mix(20)), "accessKeyId is § there"],
];

const CODE_HOSTS: readonly Row[] = [
  ["GitHub classic", made("ghp_", mix(36)), "git push with § failed."],
  ["GitHub OAuth", made("gho_", mix(36)), "hosts.yml: oauth §"],
  ["GitHub app", made("ghs_", mix(36)), "Using § from the app"],
  ["GitHub refresh", made("ghr_", mix(76)), "refresh with §"],
  ["GitHub fine-grained", made("github_pat_", mix(22), "_", mix(59)), "gh auth login with §, then retry"],
  [
    "GitHub after an escaped line break",
    made("ghp_", "a".repeat(35), "1"),
    '{"text":"use this:\\n§\\nthanks"}',
  ],
  ["GitLab personal", made("glpat-", mix(20)), "PRIVATE-TOKEN: §"],
  ["GitLab routable", made("glpat-", mix(27), ".01.", mix(7, LOWER)), "glab auth with §"],
  ["GitLab runner", made("glrt-", mix(20)), "gitlab-runner register uses §"],
  ["GitLab deploy", made("gldt-", mix(20)), "docker pull with §"],
  ["Bitbucket", made("ATBB", mix(32)), "git clone asked, I gave §"],
  ["Atlassian", made("ATATT3", mix(186)), "jira: §"],
  ["npm", made("npm_", mix(36)), "//registry.npmjs.org/:_authToken=§"],
  ["PyPI", made("pypi-AgE", mix(120)), "twine upload -p §"],
  ["RubyGems", made("rubygems_", mix(48, HEX)), ":rubygems_api_key: §"],
  ["crates.io", made("cio", mix(32)), "cargo login §"],
  ["Docker Hub", made("dckr_pat_", mix(27)), "echo § | docker login --password-stdin"],
  ["NuGet", made("oy2", mix(43, LOWER)), "dotnet nuget push -k §"],
];

const MODELS: readonly Row[] = [
  ["OpenAI", made("sk-", mix(48)), "My key is §."],
  ["OpenAI project", made("sk-proj-", mix(60), "_", mix(60)), "OPENAI_API_KEY=§"],
  ["Anthropic", made("sk-ant-api03-", mix(93), "AA"), "export ANTHROPIC_API_KEY=§"],
  ["Hugging Face", made("hf_", mix(34)), "huggingface-cli login with §"],
  ["Replicate", made("r8_", mix(37)), "replicate: §"],
  ["Groq", made("gsk_", mix(52)), "401 for §"],
  ["xAI", made("xai-", mix(80)), "grok with §"],
  ["Perplexity", made("pplx-", mix(48)), "pplx says § expired"],
];

const CHAT_AND_MAIL: readonly Row[] = [
  ["Slack bot", made("xoxb-", mix(12, DIGITS), "-", mix(12, DIGITS), "-", mix(24)), "SLACK: §"],
  [
    "Slack user",
    made("xoxp-", mix(11, DIGITS), "-", mix(11, DIGITS), "-", mix(32, HEX)),
    "slack auth.test §",
  ],
  [
    "Slack app level",
    made("xapp-1-A", mix(10, UPPER), "-", mix(13, DIGITS), "-", mix(64, HEX)),
    "socket mode § ok",
  ],
  [
    "Slack webhook",
    made("T", mix(8, UPPER), "/B", mix(8, UPPER), "/", mix(24)),
    "POST https://hooks.slack.com/services/§ 200",
  ],
  ["Discord bot", made("MT", mix(22), ".", mix(6), ".", mix(38)), "client.login('§')"],
  ["Discord webhook", mix(68), "https://discord.com/api/webhooks/123456789012345678/§"],
  ["Telegram", made(mix(10, "123456789"), ":AA", mix(33)), "https://api.telegram.org/bot§/getMe"],
  ["Twilio key", made("SK", mix(32, HEX)), "twilio login § ok"],
  ["Twilio account", made("AC", mix(32, HEX)), "https://api.twilio.com/2010-04-01/Accounts/§/Messages.json"],
  ["Twilio auth token", mix(32, HEX), "TWILIO_AUTH_TOKEN: §"],
  ["SendGrid", made("SG.", mix(22), ".", mix(43)), "sendgrid 401 §"],
  ["Mailgun", made("key-", mix(32, HEX)), "curl --user 'api:§' https://api.mailgun.net"],
  ["Mailchimp", made(mix(32, HEX), "-us12"), "mailchimp.setConfig('§')"],
  ["Postmark", UUID, "X-Postmark-Server-Token: §"],
];

const PAYMENT: readonly Row[] = [
  ["Stripe live", made("sk_live_", mix(24)), "stripe.api = §"],
  ["Stripe test", made("sk_test_", mix(99)), "stripe listen uses §"],
  ["Stripe restricted", made("rk_live_", mix(24)), "restricted § is enough"],
  ["Stripe webhook", made("whsec_", mix(32)), "Your webhook signing secret is § (^C to quit)"],
  ["Square", made("EAAA", mix(60)), "square: §"],
  ["Square OAuth", made("sq0csp-", mix(43)), "oauth with §"],
  ["PayPal", made(mix(40), "-", mix(39)), "paypal.client_secret=§"],
];

const SERVICES: readonly Row[] = [
  ["Datadog API key", mix(32, HEX), "DD_API_KEY=§ datadog-agent run"],
  ["Datadog app key", mix(40, LOWER), "datadog_app_key: §"],
  ["Sentry address", mix(32, HEX), "dsn: https://§@o12345.ingest.sentry.io/67890"],
  ["Sentry token", made("sntryu_", mix(64, HEX)), "sentry-cli login §"],
  ["New Relic", made("NRAK-", mix(27, UPPER)), "newrelic profile add § us"],
  ["Linear", made("lin_api_", mix(40)), "linear: §"],
  ["Notion", made("ntn_", mix(11, DIGITS), mix(35)), "notion client §"],
  ["Notion, old", made("secret_", mix(43)), "new Client({ auth: '§' })"],
  ["Shopify", made("shpat_", mix(32, HEX)), "X-Shopify-Access-Token: §"],
  ["Vercel", mix(24), "vercel deploy --token §"],
  ["Netlify", made("nfp_", mix(40)), "netlify status § ok"],
  ["Supabase", made("sbp_", mix(40, HEX)), "supabase login §"],
  ["PlanetScale", made("pscale_tkn_", mix(43)), "psql says § is wrong"],
  ["Doppler", made("dp.pt.", mix(43)), "doppler configure set § now"],
  ["Vault", made("hvs.", mix(95)), "vault login §"],
  ["Terraform", made(mix(14), ".atlasv1.", mix(67)), 'credentials "app.terraform.io" has §'],
  ["Grafana", made("glsa_", mix(32), "_", mix(8, HEX)), "grafana: §"],
  ["Airtable", made("pat", mix(14), ".", mix(64, HEX)), "new Airtable('§')"],
  ["Figma", made("figd_", mix(40)), "X-Figma: §"],
  ["1Password", made("ops_eyJ", mix(300)), "op read with §"],
  ["age", made("AGE-SECRET-KEY-1", mix(58, UPPER)), "# created: 2026-03-01\n§"],
  ["Emend", made("emd_", mix(67)), "emend login § works"],
];

const ANY_ISSUER: readonly Row[] = [
  ["PEM key", PEM_BODY, made("-----BEGIN RSA ", "PRIVATE KEY-----\n§\n-----END RSA ", "PRIVATE KEY-----")],
  [
    "OpenSSH key",
    PEM_BODY,
    made("-----BEGIN OPENSSH ", "PRIVATE KEY-----\n§\n-----END OPENSSH ", "PRIVATE KEY-----"),
  ],
  [
    "PGP key",
    PEM_BODY,
    made(
      "-----BEGIN PGP ",
      "PRIVATE KEY BLOCK-----\nVersion: GnuPG v2\n\n§\n=aB1c\n-----END PGP ",
      "PRIVATE KEY BLOCK-----",
    ),
  ],
  [
    "encrypted key",
    PEM_BODY,
    made(
      "-----BEGIN EC ",
      "PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0A\n\n§\n-----END EC ",
      "PRIVATE KEY-----",
    ),
  ],
  ["key that is cut off", PEM_BODY, made("-----BEGIN ", "PRIVATE KEY-----\n§\n[output truncated]")],
  ["web token", made("eyJ", mix(30), ".eyJ", mix(120), ".", mix(43)), "id_token § was rejected"],
  [
    "encrypted web token",
    made("eyJ", mix(30), "..", mix(16), ".", mix(80), ".", mix(22)),
    "cookie of next-auth § was rejected",
  ],
  ["bearer header", mix(40), "curl -H 'Authorization: Bearer §' https://api.example.com/v1"],
  ["bearer token alone", mix(24, LOWER), "It sends Bearer § to the API."],
  ["basic header", "YWxhZGRpbjpvcGVuc2VzYW1l", '"authorization": "Basic §",'],
  ["password in an address", "hunter22", "DATABASE_URL is postgres://app:§@db.internal:5432/app"],
  ["password with an at sign", "p@ssw0rd!99", "postgres://app:§@db.internal/app"],
  ["MongoDB", mix(16), "mongodb+srv://anna:§@cluster0.abcde.mongodb.net/test"],
  ["Redis", mix(16), "redis://:§@cache:6379/0"],
  ["AMQP", "swordfish", "amqps://worker:§@mq.example.com"],
  ["SQL Server", "Tr0ub4dor&3", "Server=tcp:db.example.com,1433;User ID=sa;Password=§;Encrypt=true"],
  ["quoted password", "correct-horse9", 'password = "§"'],
  ["JSON password", "correcthorse", '{"user": "anna", "password": "§"}'],
  ["escaped JSON password", "correcthorse", '"{\\"user\\":\\"anna\\",\\"password\\":\\"§\\"}"'],
  ["environment line", "s3cr3tvalue", "FOO_SECRET=§"],
  ["weak environment line", "mysecretpassword", "docker run -e POSTGRES_PASSWORD=§ postgres"],
  ["YAML line", "swordfish", "environment:\n  DB_PASSWORD: §\n  DB_USER: app"],
  ["lower-case YAML line", "swordfish", "db:\n  password: §\n  user: app"],
  ["subscript", "correct-horse9", "os.environ['DB_PASSWORD'] = '§'"],
  ["Go", "swordfish", 'password := "§"'],
  ["arrow", "correct-horse9", "'password' => '§',"],
  ["XML", "correct-horse9", "<server><password>§</password></server>"],
  ["said in words", "Tr0ub4dor&3", "The password is § for now, change it later"],
  ["query", mix(24), "GET /callback?token=§&state=1 302"],
  ["numbered name", "correct-horse9", "API_KEY_2=§"],
  ["option", "correct-horse9", "mongodump --username app --password § --out /tmp"],
  ["option with =", "correct-horse9", "wget --user=anna --password=§ https://example.com"],
  ["mysql", "Tr0ub4dor", "mysql -h db -u root -p'§' app < dump.sql"],
  ["mysqldump", "Tr0ub4dor", "mysqldump -uroot -p§ app > dump.sql"],
  ["PGPASSWORD", "swordfish", "PGPASSWORD=§ psql -h db -p 5432 -U app"],
  ["sshpass", "Tr0ub4dor", "sshpass -p § ssh root@10.0.0.1"],
  ["docker login", "Tr0ub4dor", "docker login -u anna -p § registry.example.com"],
  ["Set-Cookie", mix(40), "Set-Cookie: id=§; Path=/; HttpOnly"],
  ["Cookie", mix(40), "Cookie: theme=dark; connect.sid=s%3A§; lang=en"],
  ["session", mix(32, LOWER), "redirect to /home;JSESSIONID=§"],
  [".netrc", "swordfish", "machine api.example.com login anna password §"],
  [".netrc in lines", "swordfish", "machine api.example.com\n  login anna\n  password §\n"],
  ["curl", "anna:Tr0ub4dor", "curl -s -u § https://api.example.com/v1/users"],
  ["curl with a long option", "anna:swordfish", 'curl --user "§" https://api.example.com'],
];

const ROWS = [...CLOUD, ...CODE_HOSTS, ...MODELS, ...CHAT_AND_MAIL, ...PAYMENT, ...SERVICES, ...ANY_ISSUER];
const table = ROWS.map(([kind, secret, line]) => ({ kind, secret, text: line.replace("§", () => secret) }));

/** The first run of six characters of the secret that is still in the text. */
function leftOver(secret: string, masked: string): string | undefined {
  const rest = masked.replaceAll("[secret]", "");
  for (let at = 0; at + 6 <= secret.length; at += 1) {
    if (rest.includes(secret.slice(at, at + 6))) return secret.slice(at, at + 6);
  }
  return undefined;
}

describe("findSecrets", () => {
  it.each<{ why: string; secret: string; looks: string }>([
    { why: "AWS", secret: made("AKIA", "QWERTYUIOPASDFGH"), looks: "an AWS access key" },
    { why: "GitHub", secret: made("ghp_", "a1B2".repeat(9)), looks: "a GitHub token" },
    { why: "Slack", secret: made("xoxb-", "123456789012-abcdef"), looks: "a Slack token" },
    { why: "Google", secret: made("AIza", "Sy0-_".repeat(7)), looks: "a Google API key" },
    { why: "a model's vendor", secret: made("sk-", "proj-", "abcDEF123".repeat(3)), looks: "an API key" },
    {
      why: "a web token",
      secret: made("eyJ", "hbGciOiJIUzI1NiJ9", ".eyJ", "zdWIiOiIxMjM0In0", ".abc"),
      looks: "a JSON web token",
    },
    { why: "a private key", secret: made("-----BEGIN RSA ", "PRIVATE KEY-----"), looks: "a private key" },
    {
      why: "a password in an address",
      secret: made("postgres://app:", "hunter22", "@"),
      looks: "a password in an address",
    },
    { why: "written out", secret: made("password=", "correct-horse9"), looks: "a written-out password" },
    { why: "no known shape, but random", secret: "q7Zr9KxT2mWv5LpB8nYc", looks: "a random key" },
    { why: "hexadecimal", secret: "9f86d081884c7d659a2feaa0c55ad015", looks: "a random key" },
  ])("finds one of $why", ({ secret, looks }) => {
    const text = `Use ${secret} for it.`;
    const [found] = findSecrets(text);
    expect(found?.looks_like).toBe(looks);
    expect(text.slice(found?.start, found?.end)).toContain(secret.slice(0, 8));
  });

  const COMMIT = mix(40, HEX);
  it.each<{ why: string; text: string }>([
    { why: "a rule about passwords", text: "Never log a password: mask it." },
    {
      why: "where a secret is kept",
      text: "Read the token from process.env.API_TOKEN; token: string is its type.",
    },
    { why: "a path", text: "Put it into src/drivers/sql/postgres/open-postgres-store2.ts" },
    { why: "a long name", text: "Call createPostgresConnectionPoolFromEnvironmentV2 once." },
    { why: "a constant", text: "Use MAX_RETRY_ATTEMPTS_BEFORE_GIVING_UP_2." },
    { why: "an identifier of a record", text: "Ids are UUIDs such as 123e4567-e89b-12d3-a456-426614174000." },
    { why: "a placeholder", text: "Write password=<from the vault> in examples." },
    { why: "a commit", text: `It broke in commit ${COMMIT}, see there.` },
    { why: "a head", text: `HEAD is now at ${COMMIT} Fix it` },
    { why: "a commit in JSON", text: `{"head_sha": "${COMMIT}", "oid":"${COMMIT}"}` },
    { why: "a pinned action", text: `uses: actions/checkout@${COMMIT} # v4` },
    { why: "a command of git", text: `git show ${COMMIT} and git reset --hard ${COMMIT}` },
    { why: "a range of commits", text: `git diff ${COMMIT}..${COMMIT}` },
    { why: "a link to a commit", text: `https://github.com/NixOS/nixpkgs/blob/${COMMIT}/lib/default.nix` },
    { why: "a lockfile of pip", text: `requests==2.31.0 --hash=sha256:${mix(64, HEX)}` },
    { why: "a lockfile of cargo", text: `checksum = "${mix(64, HEX)}"` },
    { why: "a lockfile of npm", text: `"integrity": "sha512-${mix(86)}=="` },
    { why: "a lockfile of go", text: `github.com/pkg/errors v0.9.1 h1:${mix(43)}=` },
    { why: "an image's digest", text: `FROM node:24@sha256:${mix(64, HEX)}` },
    { why: "an id of a session", text: `{"session_id": "${UUID}", "RequestId-${UUID}": true}` },
    {
      why: "classes of a page",
      text: '<div class="sk-folding-cube-container sk-cube2 MuiButton-root-124 hover:bg-gray-100">',
    },
    { why: "a module's class", text: "Use Button_primaryContainer__3xYz9 from the module." },
    { why: "an address", text: "See https://docs.example.com/v2/guides/getting-started?lang=en#install-2." },
    {
      why: "an address with a port",
      text: "It runs on http://localhost:3000/users/@me and ssh://git@github.com:22/a/b.",
    },
    {
      why: "an address with variables",
      text: "Use postgres://$USER:$PASSWORD@db/app or https://user:${TOKEN}@example.com.",
    },
    { why: "packages", text: "npm i @babel/plugin-transform-es2015-modules-commonjs@7.23.3 lodash@4.17.21" },
    {
      why: "variables",
      text: "password = getPassword(); token = await readToken(file); secret: config.secret,",
    },
    { why: "arguments", text: "connect(user=user, password=password, api_key=settings.api_key)" },
    {
      why: "a variable of a shell",
      text: "export API_KEY=$OTHER_KEY PGPASSWORD=${DB_PASSWORD} GH_TOKEN=$(gh auth token)",
    },
    { why: "a workflow's secret", text: "token: ${{ secrets.NPM_TOKEN }}\npassword: '{{ vault_password }}'" },
    { why: "types", text: "interface Login { password: string; token?: string; apiKey: Redacted<string> }" },
    { why: "a form", text: '<input type="password" name="password" autocomplete="current-password">' },
    {
      why: "a type in Python",
      text: "class Login:\n    token: Optional[str]\n    password: SecretStr\n    api_key: Settings\n",
    },
    { why: "messages", text: '{ password: "Enter your password", token: "The token has expired" }' },
    { why: "counts of tokens", text: "max_tokens=4096, input_tokens: 123456, tokens: 99999999" },
    {
      why: "a rule about tokens",
      text: "Encode the token: base64url without padding. The token is sha256-hashed.",
    },
    { why: "a design token", text: "Use the color token: blue-600 for links." },
    {
      why: "a rule about headers",
      text: "Send Authorization: Bearer <token>, and Authorization: Bearer ACCESS_TOKEN in examples.",
    },
    { why: "a rule about cookies", text: "Set-Cookie: must have HttpOnly; Cookie: session=<id> is enough." },
    {
      why: "options without values",
      text: "Never pass --password on a command line; use --password-stdin or --token TOKEN.",
    },
    { why: "a port", text: "psql -h localhost -p 5432 -U app and mkdir -p src/core/rule-text2" },
    {
      why: "a file",
      text: "token_file: /run/secrets/llm-key, key_file=secrets/llm-key, SSL_KEY=./certs/server2.key",
    },
    { why: "a time", text: "At 2026-03-01T12:00:00.000Z it took 1234567890123 ns; build 20260301120000-1." },
    { why: "a pod", text: "kubectl logs api-server-7d9f8b6c5d-x2k4p -n payments2" },
    {
      why: "a test's name",
      text: "TestUnmarshalJSON_WithNestedArrays_V2 and shouldReturn404WhenUserIsMissing fail.",
    },
    { why: "a ULID", text: "Event 01ARZ3NDEKTSV4RRFFQ69G5FAV was stored." },
    { why: "a comparison", text: "if (password === confirmation && token !== undefined) return;" },
    { why: "a block that is only named", text: "Look for BEGIN CERTIFICATE and ssh-ed25519 lines." },
  ])("takes $why for none", ({ text }) => expect(findSecrets(text)).toEqual([]));

  it("gives spans in order, apart and inside the text", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        let last = 0;
        const whole = `${text} AKIA${"A".repeat(16)} ${text}`;
        for (const { start, end } of findSecrets(whole)) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          last = end;
        }
        expect(last).toBeLessThanOrEqual(whole.length);
      }),
    );
  });
});

/** Any text, and texts made of parts of secrets. */
const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 400 }),
  fc
    .array(
      fc.oneof(
        fc.string({ maxLength: 12 }),
        fc.constantFrom(...table.map(({ text }) => text)),
        fc.constantFrom(
          "[secret]",
          "[email]",
          "[number]",
          "~",
          "password",
          "token",
          "=",
          ": ",
          '"',
          "'",
          "\\",
          "\n",
          "@",
          ":",
          "://",
          "/",
          ".",
          "--",
          " -p",
          made("-----BEGIN ", "PRIVATE KEY-----"),
          made("-----END ", "PRIVATE KEY-----"),
          "sk-",
          "anna@example.com",
          "/home/anna",
          "C:\\Users\\",
          "4111111111111111",
          "commit ",
        ),
      ),
      { maxLength: 14 },
    )
    .map((parts) => parts.join("")),
);

const TOKEN = `ghp_${"a1B2".repeat(9)}`;

describe("maskSecrets", () => {
  it.each([
    { text: "", masked: "", why: "nothing" },
    { text: "no secret here", masked: "no secret here", why: "words alone" },
    { text: `push with ${TOKEN} now`, masked: "push with [secret] now", why: "one among words" },
    { text: `${TOKEN} ${TOKEN}`, masked: "[secret] [secret]", why: "two, at both ends" },
    { text: `(${mix(1_600)}==)`, masked: "([secret])", why: "a very long one" },
    { text: "DB_PASSWORD=abc123def DB_USER=app", masked: "[secret] DB_USER=app", why: "a line of settings" },
    {
      text: "curl -u anna:hunter22 https://a.example",
      masked: "curl -u [secret] https://a.example",
      why: "a command",
    },
  ])("takes them out of $why", ({ text, masked }) => {
    expect(maskSecrets(text)).toBe(masked);
  });

  it("knows more than a hundred kinds", () =>
    expect(new Set(table.map(({ kind }) => kind)).size).toBeGreaterThan(100));

  it.each(table)("leaves nothing of a secret: $kind", ({ secret, text }) => {
    expect(leftOver(secret, maskSecrets(text))).toBeUndefined();
    expect(leftOver(secret, maskPrivate(text))).toBeUndefined();
    expect(maskSecrets(text)).toContain("[secret]");
  });

  it.each(table)("leaves nothing of it inside other text: $kind", ({ secret, text }) => {
    const inside = `Why does this fail?\n\n\`\`\`\n${text}\n\`\`\`\nThanks, it worked at commit ${mix(40, HEX, 4)}.`;
    expect(leftOver(secret, maskSecrets(inside))).toBeUndefined();
    expect(maskSecrets(inside)).toMatch(
      /^Why does this fail\?[^]*Thanks, it worked at commit [0-9a-f]{40}\.$/,
    );
  });

  it("masks what is masked already no further", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const masked = maskSecrets(text);
        expect(maskSecrets(masked)).toBe(masked);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("maskPrivate", () => {
  it.each<{ why: string; text: string; masked: string }>([
    { why: "a secret", text: `push with ${TOKEN} now`, masked: "push with [secret] now" },
    {
      why: "an address",
      text: "Ask anna.lind+x@mail.example.co.uk, please.",
      masked: "Ask [email], please.",
    },
    { why: "an author", text: "Author: Jürgen <jürgen@müller.de>", masked: "Author: Jürgen <[email]>" },
    { why: "addresses in a row", text: "a@b.de,c@d.com", masked: "[email],[email]" },
    { why: "a card", text: "Paid with 4111 1111 1111 1111 today", masked: "Paid with [number] today" },
    { why: "a card in one piece", text: "card=5555555555554444.", masked: "card=[number]." },
    { why: "an American card", text: "3782-822463-10005", masked: "[number]" },
    { why: "an IBAN", text: "to DE89 3704 0044 0532 0130 00 AND more", masked: "to [number] AND more" },
    { why: "an IBAN in one piece", text: "IBAN:GB82WEST12345698765432", masked: "IBAN:[number]" },
    { why: "a Linux home", text: "cat /home/anna/x/y.ts", masked: "cat ~/x/y.ts" },
    { why: "a macOS home", text: "'/Users/anna.lind/x'", masked: "'~/x'" },
    { why: "a home alone", text: "cd /home/anna && ls", masked: "cd ~ && ls" },
    { why: "a Windows home", text: String.raw`C:\Users\anna\x.txt`, masked: String.raw`~\x.txt` },
    { why: "a name of two words", text: String.raw`"C:\Users\Anna Lind\x"`, masked: String.raw`"~\x"` },
    {
      why: "an escaped home",
      text: String.raw`{"cwd":"C:\\Users\\anna\\x"}`,
      masked: String.raw`{"cwd":"~\\x"}`,
    },
    { why: "a home under Windows' shell", text: "/c/Users/anna/x /mnt/c/Users/anna/x", masked: "~/x ~/x" },
    { why: "a home as a file's address", text: "file:///Users/anna/x", masked: "file://~/x" },
    {
      why: "an agent's folder",
      text: "/home/anna/.claude/projects/-home-anna-work/1.jsonl",
      masked: "~/.claude/projects/~-work/1.jsonl",
    },
  ])("takes out $why", ({ text, masked }) => {
    expect(maskPrivate(text)).toBe(masked);
    expect(maskPrivate(masked)).toBe(masked);
  });

  it.each<{ why: string; text: string }>([
    { why: "remotes", text: "git@github.com:owner/repo.git and ssh://git@gitlab.com/a/b" },
    { why: "versions", text: "lodash@4.17.21 @scope/pkg@1.0.0-beta.rc actions/checkout@v4" },
    { why: "decorators", text: "@app.route('/x') @Component.Input() user@host" },
    {
      why: "other long numbers",
      text: "4111111111111112 1700000000000 0.4111111111111111 id-4111111111111111",
    },
    { why: "numbers of one digit", text: "4444444444444444 and 0000000000000000" },
    { why: "no IBAN", text: "DE00 1234 5678 9012 3456 78 and AB12CDEF3456" },
    { why: "parts of paths", text: "src/home/page.ts ./home/x https://a.example/home/anna @/Users/list" },
    { why: "a commit", text: `commit ${mix(40, HEX)}\nMerge: at ${mix(40, HEX, 5)}` },
  ])("leaves $why alone", ({ text }) => expect(maskPrivate(text)).toBe(text));

  it("masks what is masked already no further, and takes any text", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const masked = maskPrivate(text);
        expect(maskPrivate(masked)).toBe(masked);
      }),
      { numRuns: 1_000 },
    );
  });

  const SIZE = 1_000_000;
  const filled = (piece: string): string => piece.repeat(Math.ceil(SIZE / piece.length));

  it("masks a megabyte fast", () => {
    const line =
      "The build of src/core/rule-text/secrets.ts took 12.5 s: error TS2304, see https://a.example/x?y=1.\n";
    const text = filled(
      line.repeat(50) +
        table
          .slice(0, 5)
          .map((row) => row.text)
          .join("\n"),
    );
    maskPrivate(text);
    const started = cpuMs();
    maskPrivate(text);
    expect(cpuMs() - started).toBeLessThan(300);
  });

  it("needs no more than linear time for hostile text", () => {
    const started = cpuMs();
    const pieces = [
      "eyJ-",
      "eyJaaaaaaaaaa.",
      made("-----BEGIN ", "PRIVATE KEY-----"),
      "password=",
      '"token":',
      "a://a:a",
      "curl -u ",
      "mysql -",
      "cookie=a;",
      "--token ",
      "a@b.",
      "4111 ",
      "DE89 ",
      "/home/",
      "C:\\Users\\",
      "A1b2",
    ];
    for (const piece of pieces) maskPrivate(filled(piece));
    expect(cpuMs() - started).toBeLessThan(20_000);
  });
});
