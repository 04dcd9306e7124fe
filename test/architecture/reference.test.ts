import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { referencePages } from "../../scripts/make-reference.ts";
import { OWN_PACK } from "../../scripts/reference/gate-packs-page.ts";
import { CONFIG_KEYS } from "../../src/config/config-keys.ts";
import { parseGatePack } from "../../src/core/gate/parse-gate-pack.ts";
import { ROUTES } from "../../src/http/routes.ts";

const pages = await referencePages();

it.each(Object.keys(pages))("%s is what the code says; `npm run reference` updates it", (path) => {
  const [written, made] = [readFileSync(path, "utf8").split("\n"), pages[path]!.split("\n")];
  // Only the first line that differs: the whole texts would fill the screen.
  const at = made.findIndex((line, index) => line !== written[index]);
  expect({ line: at + 1, text: written[at] }).toEqual({ line: at + 1, text: made[at] });
  expect(written.length).toBe(made.length);
});

it("the pages hold every route, every setting and many commands", () => {
  const told = (path: string, sign: RegExp): number => [...pages[path]!.matchAll(sign)].length;
  expect(told("docs/reference/api.md", /^### (?:GET|POST|PUT|PATCH|DELETE) /gm)).toBe(ROUTES.length);
  expect(told("docs/configuration.md", /^\| `[a-z_.]+` \| `EMEND_/gm)).toBe(CONFIG_KEYS.length);
  expect(told("docs/reference/cli.md", /^#{2,3} emend /gm)).toBeGreaterThan(70);
});

it("the pack to begin from is one that is taken", () => {
  expect(parseGatePack(JSON.stringify(OWN_PACK))).toMatchObject({ ok: true });
});
