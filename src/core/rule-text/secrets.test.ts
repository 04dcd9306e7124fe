import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuMs } from "../../../test/cpu-time.ts";
import { findSecrets, maskPrivate, maskSecrets } from "./secrets.ts";
import { made, HEX, mix, UUID, table } from "../../../test/secret-rows.ts";

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
    { why: "a picture in a page", text: `<img src="data:image/png;base64,iVBORw0KGgo${mix(400)}==">` },
    { why: "a trace and an etag", text: `trace_id=${mix(32, HEX)} etag: "${mix(32, HEX)}"` },
    { why: "a compiled function", text: `in _ZN4core3fmt9Formatter9write_str17h${mix(16, HEX)}E` },
    { why: "a wallet's address", text: `sent to 0x${mix(40, HEX)} today` },
    { why: "a seed that is a number", text: "Set the seed: it makes the test the same in every run." },
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
