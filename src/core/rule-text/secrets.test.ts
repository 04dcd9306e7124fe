import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findSecrets, maskSecrets } from "./secrets.ts";

/** Put together here, so that no scanner takes this file for a leak. */
const made = (...parts: readonly string[]): string => parts.join("");

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
  ])("takes $why for none", ({ text }) => expect(findSecrets(text)).toEqual([]));

  it("gives spans in order, apart and inside the text", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400 }), (text) => {
        let last = 0;
        for (const { start, end } of findSecrets(`${text} AKIA${"A".repeat(16)} ${text}`)) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          last = end;
        }
      }),
    );
  });
});

const TOKEN = `ghp_${"a1B2".repeat(9)}`;

describe("maskSecrets", () => {
  it.each([
    { text: "", masked: "", why: "nothing" },
    { text: "no secret here", masked: "no secret here", why: "words alone" },
    { text: `push with ${TOKEN} now`, masked: "push with [secret] now", why: "one among words" },
    { text: `${TOKEN} ${TOKEN}`, masked: "[secret] [secret]", why: "two, at both ends" },
  ])("takes them out of $why", ({ text, masked }) => {
    expect(maskSecrets(text)).toBe(masked);
  });
});
