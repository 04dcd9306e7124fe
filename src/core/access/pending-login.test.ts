import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { returnPath, beginLogin, resumeLogin } from "./pending-login.ts";
import { sha256 } from "../../drivers/crypto/sha256.ts";

describe("returnPath", () => {
  it.each([
    { given: undefined, path: "/", why: "nothing was asked for" },
    { given: "", path: "/", why: "nothing was asked for" },
    { given: "/rules?status=active#top", path: "/rules?status=active#top", why: "a page of ours" },
    { given: "/regeln/ä", path: "/regeln/%C3%A4", why: "as a browser writes it" },
    { given: "/a/../b", path: "/b", why: "as a browser reads it" },
    { given: "rules", path: "/", why: "no path" },
    { given: "https://evil.example/", path: "/", why: "another server" },
    { given: "javascript:alert(1)", path: "/", why: "no page" },
    { given: "//evil.example", path: "/", why: "another server without its scheme" },
    { given: "///evil.example", path: "/", why: "browsers pass over slashes" },
    { given: "/\\evil.example", path: "/", why: "browsers take a backslash for a slash" },
    { given: "/\t/evil.example", path: "/", why: "browsers pass over tabs" },
    { given: "/\n/evil.example", path: "/", why: "browsers pass over line ends" },
    { given: "/.//evil.example", path: "/", why: "the dot falls away, and two slashes are left" },
    { given: "/a/..//evil.example", path: "/", why: "the folder falls away, and two slashes are left" },
    { given: "/%2e//evil.example", path: "/", why: "an escaped dot is a dot" },
    { given: "/@evil.example", path: "/@evil.example", why: "an at sign in a path is one" },
    { given: "/a\r\nset-cookie: x=y", path: "/aset-cookie:%20x=y", why: "no header follows" },
    { given: "/login/oidc", path: "/", why: "a login without an end" },
    { given: "/login?link=x", path: "/", why: "a login without an end" },
    { given: "/x/../login", path: "/", why: "a login without an end" },
    { given: "/logins", path: "/logins", why: "no login" },
    { given: `/${"a".repeat(800)}`, path: "/", why: "too long to be kept in a cookie" },
    { given: `/${"ä".repeat(700)}`, path: "/", why: "too long once it is written out" },
  ])("answers $path for $given: $why", ({ given, path }) => {
    expect(returnPath(given)).toBe(path);
  });

  it("never leaves the server, whatever is given", () => {
    const odd = fc.string({
      unit: fc.constantFrom("/", "\\", ".", "%2e", "%2f", "\t", "\n", "@", ":", "evil.example", "?", "#"),
    });
    fc.assert(
      fc.property(fc.oneof(odd, fc.webUrl(), fc.string({ unit: "binary" })), (text) => {
        const path = returnPath(`/${text}`);
        expect(new URL(path, "https://emend.example").origin).toBe("https://emend.example");
        expect(path).toMatch(/^\/[!-~]*$/);
        expect(returnPath(path)).toBe(path);
      }),
    );
  });
});

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
