import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findKey } from "./config-keys.ts";
import { maskSetting } from "./mask-setting.ts";

const mask = (name: string, value: string) =>
  maskSetting({ key: findKey(name)!, value, source: "emend.yaml:1" });

describe("maskSetting", () => {
  it.each([
    { name: "llm.key", value: "short", shown: "••••", why: "two of five would be much" },
    { name: "llm.key", value: "exactly12chr", shown: "••••", why: "not longer than 12" },
    { name: "llm.key", value: "longer-than-12-xy", shown: "••••xy", why: "the end tells two apart" },
    { name: "rejections.key", value: "", shown: "", why: "there is nothing to hide" },
    { name: "llm.model", value: "gpt", shown: "gpt", why: "it is no secret" },
    { name: "store", value: "a/b@c.db", shown: "a/b@c.db", why: "a path" },
    { name: "store", value: "postgres://h/db", shown: "postgres://h/db", why: "nobody is named" },
    { name: "store", value: "postgres://u:pw@h:5/db", shown: "postgres://u:••••@h:5/db", why: "a password" },
    { name: "store", value: "postgres://h/db?password=pw", shown: "postgres://h/db?••••", why: "a question" },
    { name: "store", value: "postgres://u:1/2@h/db", shown: "••••", why: "a slash in a password" },
    { name: "store", value: "postgres://u:a@b@h/db", shown: "••••", why: "an at sign in a password" },
    { name: "store", value: "postgres:u:pw@h/db", shown: "••••", why: "the slashes were forgotten" },
    { name: "llm.url", value: "https://token@h/v1", shown: "https://••••@h/v1", why: "a token for a name" },
    { name: "events.redis_url", value: "redis://:pw@h:1/0", shown: "redis://:••••@h:1/0", why: "no name" },
  ])("shows $shown for $name: $why", ({ name, value, shown }) => {
    expect(mask(name, value)).toBe(shown);
  });

  it("shows nothing of a password, whatever signs it holds", () => {
    const password = fc.string({ unit: fc.constantFrom(...Array.from("QXZJ/@?#:\\% &=[]")), minLength: 4 });
    fc.assert(
      fc.property(password, fc.constantFrom("https", "postgres", "redis"), (word, scheme) => {
        const shown = String(mask("store", `${scheme}://ada:${word}@host/path`));
        expect(shown).not.toMatch(/[QXZJ]/);
      }),
    );
  });

  it("gives at most two characters of a secret away", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: "grapheme" }), (secret) => {
        const shown = String(mask("llm.key", secret)).replace("••••", "");
        expect(Array.from(shown).length).toBeLessThanOrEqual(2);
      }),
    );
  });
});
