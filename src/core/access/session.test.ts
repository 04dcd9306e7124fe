import { describe, expect, it } from "vitest";
import { checkLink, createLoginLink, checkSession, extendedUntil, startSession } from "./session.ts";
import { type Principal, checkToken, principalOf, type Token } from "./token.ts";

const NOW = "2026-03-01T12:00:00.000Z";
const later = (hours: number): string => new Date(Date.parse(NOW) + hours * 3_600_000).toISOString();

const TOKEN: Token = {
  id: "tk_0123456789abcdef",
  name: "ana",
  role: "approver",
  created_at: NOW,
  created_by: "root",
  expires_at: later(2_160),
};
const ANA = principalOf(TOKEN);
const PERSON: Principal = { id: "ben", role: "reviewer", kind: "session" };

describe("checkToken", () => {
  it.each([
    { why: "before its end", token: TOKEN, now: later(2_159), state: "active" },
    { why: "at its end", token: TOKEN, now: later(2_160), state: "expired" },
    { why: "once revoked", token: { ...TOKEN, revoked_at: later(1) }, now: later(1), state: "revoked" },
    {
      why: "revoked, and past its end",
      token: { ...TOKEN, revoked_at: later(1) },
      now: later(9_999),
      state: "revoked",
    },
  ])("says $state $why", ({ token, now, state }) => {
    const checked = checkToken(token, now);
    expect(checked.state).toBe(state);
    const code = checked.state === "active" ? "token_active" : checked.problem.code;
    expect(code).toBe(`token_${state}`);
  });

  it("tells who asks with it", () => {
    expect(ANA).toEqual({ id: "ana", role: "approver", kind: "token", token_id: TOKEN.id });
    expect(principalOf({ ...TOKEN, role: "agent", agent: "rio" })).toMatchObject({ agent: "rio" });
  });
});

describe("a login", () => {
  it("ends after 12 hours without use, and after 7 days whatever happens", () => {
    const session = { ...startSession("h", PERSON, { now: NOW }) };
    expect(session).toMatchObject({ expires_at: later(12), ends_at: later(168) });
    let hours = 0;
    for (; hours < 400; hours += 6) {
      const now = later(hours);
      if (!checkSession(session, { now }).ok) break;
      Object.assign(session, { expires_at: extendedUntil(session, now) ?? session.expires_at });
    }
    expect(hours).toBe(168);
    expect(extendedUntil(session, later(168))).toBeUndefined();
  });

  it("is moved at most once an hour", () => {
    const session = startSession("h", PERSON, { now: NOW });
    expect(extendedUntil(session, later(0.5))).toBeUndefined();
    expect(extendedUntil(session, later(1))).toBe(later(13));
    expect(extendedUntil({ ...session, expires_at: later(167) }, later(167.1))).toBe(later(168));
  });

  it("ends with its token", () => {
    const token = { ...TOKEN, expires_at: later(3) };
    const session = startSession("h", ANA, { now: NOW, token });
    expect(session).toMatchObject({
      expires_at: later(3),
      ends_at: later(3),
      principal: { kind: "session" },
    });
    expect(extendedUntil(session, later(2))).toBeUndefined();
  });

  it.each([
    { why: "a token in force", given: { token: TOKEN, now: later(11) }, code: undefined },
    { why: "no use for long", given: { token: TOKEN, now: later(12) }, code: "session_expired" },
    {
      why: "a token revoked",
      given: { token: { ...TOKEN, revoked_at: NOW }, now: later(1) },
      code: "token_revoked",
    },
    {
      why: "a token that has ended",
      given: { token: { ...TOKEN, expires_at: later(1) }, now: later(1) },
      code: "token_expired",
    },
    { why: "a token that is gone", given: { now: later(1) }, code: "unknown_token" },
  ])("is asked for after $why", ({ given, code }) => {
    const checked = checkSession(startSession("h", ANA, { now: NOW, token: TOKEN }), given);
    expect(checked.ok ? undefined : checked.error.code).toBe(code);
  });

  it("of a person without a token needs none", () => {
    expect(checkSession(startSession("h", PERSON, { now: NOW }), { now: NOW })).toMatchObject({
      ok: true,
      value: PERSON,
    });
  });
});

describe("a link to log in with", () => {
  const link = createLoginLink("h", PERSON, NOW);
  it.each([
    { why: "at once", given: link, now: NOW, code: undefined },
    { why: "just before 10 minutes", given: link, now: "2026-03-01T12:09:59.999Z", code: undefined },
    { why: "after 10 minutes", given: link, now: "2026-03-01T12:10:00.000Z", code: "link_expired" },
    { why: "when it is gone", given: undefined, now: NOW, code: "unknown_link" },
  ])("$why: $code", ({ given, now, code }) => {
    const checked = checkLink(given, now);
    expect(checked.ok ? undefined : checked.error.code).toBe(code);
  });
});
