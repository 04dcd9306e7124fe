/** Put together here, so that no scanner takes this file for a leak. */
export const made = (...parts: readonly string[]): string => parts.join("");

const DIGITS = "0123456789";
export const HEX = `${DIGITS}abcdef`;
const LOWER = `${DIGITS}abcdefghijklmnopqrstuvwxyz`;
const UPPER = LOWER.toUpperCase();
const MIXED = `${LOWER}ABCDEFGHIJKLMNOPQRSTUVWXYZ`;

/** The same mix of characters in every run. */
export function mix(length: number, alphabet = MIXED, seed = 7): string {
  let state = seed;
  let text = "";
  while (text.length < length) {
    state = (state * 48_271 + 11) % 2_147_483_647;
    text += alphabet[state % alphabet.length];
  }
  return text;
}

export const UUID = made(
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
  ["Cloudflare origin key", made("v1.0-", mix(24, HEX), "-", mix(146, HEX)), "certs say § is wrong"],
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
  ["npm", made("npm_", mix(36)), "//registry.example.com/:_authToken=§"],
  ["npm, base64", "YW5uYTpwdzEyMzQ1", "//registry.example.com/:_auth=§"],
  ["Buildkite", made("bkua_", mix(40, HEX)), "buildkite: §"],
  ["SonarQube", made("sqp_", mix(40, HEX)), "sonar-scanner got § and failed"],
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
  ["ElevenLabs", made("sk_", mix(48, HEX)), "the voice needs §"],
  ["Mistral", mix(32), "MISTRAL_API_KEY=§"],
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
  ["Zapier webhook", made("123456/", mix(7, LOWER)), "POST https://hooks.zapier.com/hooks/catch/§/ 200"],
  ["Brevo", made("xkeysib-", mix(64, HEX), "-", mix(16)), "brevo: §"],
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
  ["wallet's key", made("0x", mix(64, HEX)), "private key: §"],
  [
    "wallet's words",
    "wagon honey proof orbit candy frost lemon tower brick dance early giant",
    "Its seed phrase is § by the way.",
  ],
  ["Pulumi", made("pul-", mix(40, HEX)), "pulumi login with §"],
  ["Confluent", mix(64), "api.secret=§"],
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
export const table = ROWS.map(([kind, secret, line]) => ({
  kind,
  secret,
  text: line.replace("§", () => secret),
}));
