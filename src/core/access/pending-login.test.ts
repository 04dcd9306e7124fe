import { describe, expect, it } from "vitest";
import { sha256 } from "../../drivers/crypto/sha256.ts";
import { beginLogin, resumeLogin } from "./pending-login.ts";

const SECRET = "s".repeat(43);
const NOW = "2026-03-10T12:00:00.000Z";
const begin = (returnTo?: string) => beginLogin(SECRET, { returnTo, now: NOW, hash: sha256 });
const resume = (kept: string | undefined, state: string | undefined, now = NOW) =>
  resumeLogin(kept, { state, now, hash: sha256 });

describe("a login that leads over a provider", () => {
  it("is resumed from what the browser kept, by any server", () => {
    const { login, kept } = begin("/rules?x=1.5");
    expect(resume(kept, login.state)).toEqual({ ok: true, value: login });
    expect(login.returnTo).toBe("/rules?x=1.5");
    expect(new Set([login.state, login.nonce, login.verifier]).size).toBe(3);
    expect(login.verifier).toMatch(/^[0-9a-f]{64}$/);
  });

  it("tells nothing of its secret to the provider", () => {
    const { login } = begin();
    expect(JSON.stringify(login)).not.toContain(SECRET);
  });

  it("ends after 10 minutes", () => {
    const { login, kept } = begin();
    expect(resume(kept, login.state, "2026-03-10T12:09:59.999Z").ok).toBe(true);
    expect(resume(kept, login.state, "2026-03-10T12:10:00.000Z")).toMatchObject({
      error: { code: "oidc_expired" },
    });
  });

  const { login, kept } = begin("/rules");
  const [secret, until] = kept.split(".");
  it.each([
    { why: "nothing was kept", kept: undefined },
    { why: "it is empty", kept: "" },
    { why: "it is of any length", kept: "x".repeat(1_000_000) },
    { why: "the secret is another", kept: `${"t".repeat(43)}.${until}./rules` },
    { why: "the secret is none", kept: `s.${until}./rules` },
    { why: "its end was moved", kept: `${secret}.9${until}./rules` },
    { why: "its end was taken away", kept: `${secret}./rules` },
    { why: "its end is no number", kept: `${secret}.never./rules` },
    { why: "it leads elsewhere", kept: `${secret}.${until}.//evil.example` },
    { why: "it leads to another page", kept: `${secret}.${until}./tokens` },
  ])("is refused where $why", ({ kept: changed }) => {
    expect(resume(changed, login.state)).toMatchObject({ error: { code: "oidc_state" } });
  });

  it.each([
    { why: "the answer has no state", state: undefined },
    {
      why: "the state is that of another login",
      state: beginLogin("t".repeat(43), { returnTo: "/rules", now: NOW, hash: sha256 }).login.state,
    },
  ])("is refused where $why", ({ state }) => {
    expect(resume(kept, state)).toMatchObject({ error: { code: "oidc_state" } });
  });

  it("leads nowhere else, even for a browser that makes up the whole of it", () => {
    const forged = `${secret}.${until}.//evil.example`;
    expect(resume(forged, sha256(`oidc state ${forged}`))).toMatchObject({ value: { returnTo: "/" } });
  });

  it("has an end, even for a browser that makes up the whole of it", () => {
    const forged = `${secret}.never./`;
    expect(resume(forged, sha256(`oidc state ${forged}`))).toMatchObject({ error: { code: "oidc_expired" } });
  });
});
