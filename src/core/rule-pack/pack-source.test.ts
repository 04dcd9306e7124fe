import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { packPlace, packSourceText, parsePackSource } from "./pack-source.ts";

describe("the source of a pack", () => {
  it.each([
    ["./rules", { kind: "path", path: "./rules" }],
    ["../acme-rules-1.0.0.tgz", { kind: "path", path: "../acme-rules-1.0.0.tgz" }],
    ["npm:@acme/rules", { kind: "npm", name: "@acme/rules" }],
    ["npm:@acme/rules@^1", { kind: "npm", name: "@acme/rules", range: "^1" }],
    ["npm:rules@>=1.2 <2", { kind: "npm", name: "rules", range: ">=1.2 <2" }],
    ["github:acme/rules", { kind: "git", url: "https://github.com/acme/rules.git", path: "" }],
    [
      "github:acme/rules#v1.2",
      { kind: "git", url: "https://github.com/acme/rules.git", path: "", ref: "v1.2" },
    ],
    [
      "git+https://git.example/a/b.git#v1.2:packs/python",
      { kind: "git", url: "https://git.example/a/b.git", path: "packs/python", ref: "v1.2" },
    ],
    [
      "git+ssh://git@git.example/a.git#:rules",
      { kind: "git", url: "ssh://git@git.example/a.git", path: "rules" },
    ],
    ["git+file:///srv/rules", { kind: "git", url: "file:///srv/rules", path: "" }],
  ])("%s", (text, source) => {
    const parsed = parsePackSource(text);
    expect(parsed).toEqual({ ok: true, value: source });
    expect(parsed.ok && parsePackSource(packSourceText(parsed.value))).toEqual(parsed);
  });

  it.each([
    "",
    "  ",
    "a\0b",
    "./rules\u001b[2J",
    "x".repeat(1_001),
    "npm:",
    "npm:../rules",
    "npm:@acme/rules@npm:evil",
    "npm:@acme/rules@git+https://evil.example",
    "npm:rules@file:../x",
    "npm:rules@https://evil.example/x.tgz",
    "npm:--registry=https://evil.example",
    "github:acme",
    "github:acme/rules/sub",
    "github:acme/rules#--upload-pack=sh",
    "git+ext::sh -c touch% /tmp/x",
    "git+http://git.example/a.git",
    "git+https://ana:secret@git.example/a.git",
    "git+https://token@git.example/a.git",
    "git+ssh://-oProxyCommand=sh/a.git",
    "git+https://git.example/a.git#a..b",
    "git+https://git.example/a.git#v1:../../etc",
    "git+https://git.example/a.git#v1:/etc",
    "git+https://git.example/a.git#-v1",
    "https://git.example/a.git",
    "ext::sh",
  ])("is refused: %j", (text) => {
    expect(parsePackSource(text)).toMatchObject({ ok: false, error: { code: "invalid_source" } });
  });

  it("is at the same place in every version", () => {
    const place = (text: string) => {
      const parsed = parsePackSource(text);
      return parsed.ok ? packPlace(parsed.value) : "";
    };
    expect(place("github:acme/rules#v1")).toBe(place("git+https://github.com/acme/rules.git#v2"));
    expect(place("npm:@acme/rules@^1")).toBe(place("npm:@acme/rules"));
    expect(place("github:acme/rules#v1:a")).not.toBe(place("github:acme/rules#v1:b"));
    expect(place("github:acme/rules")).not.toBe(place("github:evil/rules"));
  });

  it("is read or refused, whatever it is", () => {
    const start = fc.constantFrom("", "npm:", "github:", "git+", "git+https://", "git+ssh://a/");
    fc.assert(
      fc.property(start, fc.string({ unit: "binary" }), (prefix, rest) => {
        const parsed = parsePackSource(prefix + rest);
        expect(parsed.ok ? packSourceText(parsed.value).length : 0).toBeLessThan(1_100);
      }),
    );
  });
});
