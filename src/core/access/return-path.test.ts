import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { returnPath } from "./return-path.ts";

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
