import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openTestStore } from "../../../test/open-test-store.ts";
import { type Principal, principalOf } from "../../core/access/token.ts";
import { randomText } from "../../drivers/crypto/random-text.ts";
import { sha256 } from "../../drivers/crypto/sha256.ts";
import type { Store } from "../../ports/store.ts";
import { authenticateToken, closeSession, findSession } from "./open-access.ts";
import { deleteExpired, makeLoginLink, type LoginProof, createSession } from "./open-session.ts";
import { issueToken, type NewToken, createTokenCache } from "./tokens.ts";

const HOUR = 3_600_000;
const BEN: Principal = { id: "ben", role: "reviewer", kind: "session" };

let store: Store;
let time: number;
let ports: ReturnType<typeof portsOf>;

function portsOf({ tokens, people, sessions, invitations, idempotency }: Store) {
  const own = { random: randomText, hash: sha256, now: () => new Date(time).toISOString() };
  const authenticate = authenticateToken({ tokens, cache: createTokenCache(), ...own });
  return { tokens, people, sessions, invitations, idempotency, authenticate, ...own };
}

beforeEach(async () => {
  store = await openTestStore();
  time = Date.parse("2026-03-01T12:00:00Z");
  ports = portsOf(store);
});
afterEach(() => store.close());

const issue = async (hours = 2_160): Promise<NewToken> => {
  const made = await issueToken(ports)({ name: "ana", role: "approver", expires_in_hours: hours }, "root");
  if (!made.ok) throw new Error(made.error.message);
  return made.value;
};
const login = async (proof: LoginProof): Promise<string> => {
  const opened = await createSession(ports)(proof);
  return opened.ok ? opened.value.secret : opened.error.code;
};
const who = async (secret: string): Promise<string> => {
  const found = await findSession(ports)(secret);
  return found.ok ? found.value.id : found.error.code;
};

describe("a login", () => {
  it("is opened with a token, by its own secret, and closed", async () => {
    const { text, token } = await issue();
    const secret = await login({ token: text });
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(await findSession(ports)(secret)).toEqual({
      ok: true,
      value: { id: "ana", role: "approver", kind: "session", token_id: token.id },
    });
    expect(await who(text)).toBe("session_expired");
    expect(await closeSession(ports)(secret)).toBe(true);
    expect(await closeSession(ports)(secret)).toBe(false);
    expect(await who(secret)).toBe("session_expired");
  });

  it("is kept as a hash alone", async () => {
    const secret = await login({ person: BEN });
    expect(await store.sessions.find(secret)).toBeUndefined();
    expect(JSON.stringify(await store.sessions.find(sha256(secret)))).not.toContain(secret);
  });

  it.each([
    { why: "a token with a typo", proof: { token: "emd_x" }, code: "malformed_token" },
    { why: "a link that is none", proof: { link: "x" }, code: "unknown_link" },
    { why: "a link that nobody made", proof: { link: "x".repeat(43) }, code: "unknown_link" },
    { why: "a link of any length", proof: { link: "x".repeat(1_000_000) }, code: "unknown_link" },
  ])("is refused for $why", async ({ proof, code }) => {
    expect(await login(proof)).toBe(code);
  });

  it.each(["", "x", "'; drop table session", "\0", "x".repeat(1_000_000)])(
    "is not found by %.20j",
    async (text) => {
      expect(await who(text)).toBe("session_expired");
    },
  );

  it("goes on while it is used, and ends after 12 hours without", async () => {
    const secret = await login({ person: BEN });
    for (let hours = 0; hours < 30; hours += 10) {
      expect(await who(secret)).toBe("ben");
      time += 10 * HOUR;
    }
    expect(await who(secret)).toBe("ben");
    time += 12 * HOUR;
    expect(await who(secret)).toBe("session_expired");
  });

  it("ends with its token: revoked, or at its end", async () => {
    const [one, two] = [await issue(), await issue(5)];
    const secrets = [await login({ token: one.text }), await login({ token: two.text })];
    time += 4 * HOUR;
    await store.tokens.revoke(one.token.id, "root", ports.now());
    expect(await Promise.all(secrets.map(who))).toEqual(["session_expired", "ana"]);
    time += HOUR;
    expect(await who(secrets[1]!)).toBe("token_expired");
  });

  it("is not opened with a token that another server has just revoked", async () => {
    const { text, token } = await issue();
    await ports.authenticate(text);
    await store.tokens.revoke(token.id, "root", ports.now());
    expect(await login({ token: text })).toBe("token_revoked");
  });
});

describe("a link to log in with", () => {
  it("lets one browser in, once", async () => {
    const { token } = await issue();
    const link = await makeLoginLink(ports)(principalOf(token));
    expect(link.expires_at).toBe("2026-03-01T12:10:00.000Z");
    const answers = await Promise.all([1, 2, 3].map(() => createSession(ports)({ link: link.secret })));
    const opened = answers.flatMap((answer) => (answer.ok ? [answer.value] : []));
    expect(opened).toHaveLength(1);
    expect(await who(opened[0]!.secret)).toBe("ana");
  });

  it("ends after 10 minutes, and with its token", async () => {
    const { token } = await issue();
    const [old, fresh] = [await makeLoginLink(ports)(BEN), await makeLoginLink(ports)(principalOf(token))];
    time += 600_000;
    expect(await login({ link: old.secret })).toBe("link_expired");
    expect(await login({ link: old.secret })).toBe("unknown_link");
    time -= 1;
    await store.tokens.revoke(token.id, "root", ports.now());
    expect(await login({ link: fresh.secret })).toBe("unknown_link");
  });
});

describe("forgetEnded", () => {
  it("removes logins, links and answers whose time is over", async () => {
    const secret = await login({ person: BEN });
    await makeLoginLink(ports)(BEN);
    await store.idempotency.begin({ principal: "ben", key: "k" }, "h", ports.now());
    expect(await deleteExpired(ports)()).toBe(0);
    time += 25 * HOUR;
    expect(await deleteExpired(ports)()).toBe(3);
    expect(await who(secret)).toBe("session_expired");
  });
});
