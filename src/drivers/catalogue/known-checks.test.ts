import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { prepareChecks } from "../../app/check/prepare-checks.ts";
import { parseCheck } from "../../core/check/check.ts";
import { coversLanguage, knownRule } from "../../core/check/known-check.ts";
import { GRAMMARS } from "../syntax/grammars.ts";
import { createWasmSyntax } from "../syntax/wasm-syntax.ts";
import { findCatalogueFile } from "./find-catalogue-file.ts";
import { loadKnownChecks, readWrittenChecks } from "./load-known-checks.ts";

const syntax = createWasmSyntax();
const prepare = prepareChecks({ syntax });
const written = readWrittenChecks(dirname(findCatalogueFile(import.meta.url, "checks/javascript.yml")!));

async function parses(language: string, code: string): Promise<boolean> {
  const stack = [await syntax.parse(language, code)];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.kind === "ERROR") return false;
    stack.push(...node.children);
  }
  return true;
}

describe("known checks", () => {
  it.each(written.map((one) => [one.id, one] as const))(
    "%s finds its mistake and nothing else",
    async (_, one) => {
      const { id, say, globals = [], fix, language, bad, good } = one;
      const rule = knownRule(one);
      expect(id).toMatch(/^[a-z]+\/[a-z0-9-]+$/);
      expect(say).toMatch(/^[A-Z].{8,200}\.$/u);
      expect(Math.min(bad.length, good.length)).toBeGreaterThanOrEqual(2);
      const value = { kind: "structure", language, rule, ...(fix === undefined ? {} : { fix }) };
      const check = parseCheck(value);
      expect([id, check]).toEqual([id, value]);
      for (const dialect of [...GRAMMARS.keys()].filter((name) => coversLanguage(language, name))) {
        const run = await prepare({ ...check!, kind: "structure", language: dialect, rule });
        for (const code of globals.length === 0 ? [] : bad) {
          const own = `import { ${globals.join(", ")} } from "./own.js";\n${code}`;
          expect([dialect, own, run(own, await syntax.parse(dialect, own))]).toEqual([dialect, own, []]);
        }
        for (const code of [...bad, ...good]) {
          // JSX is no TypeScript, and an old cast no TSX; its own language has to read it.
          const isRead = await parses(dialect, code);
          expect([code, isRead || dialect !== language]).toEqual([code, true]);
          if (!isRead) continue;
          const tree = await syntax.parse(dialect, code);
          const places = run(code, tree);
          expect([dialect, code, places.length > 0]).toEqual([dialect, code, bad.includes(code)]);
          for (const { start, end, replacement } of places) {
            if (replacement === undefined) continue;
            const fixed = code.slice(0, start) + replacement + code.slice(end);
            expect([fixed, await parses(dialect, fixed)]).toEqual([fixed, true]);
          }
        }
      }
    },
  );

  it("have ids and sentences of their own", () => {
    expect(new Set(written.map(({ id }) => id)).size).toBe(written.length);
    expect(new Set(written.map(({ say, language }) => `${language} ${say}`)).size).toBe(written.length);
    expect(
      loadKnownChecks()
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(written.map(({ id }) => id).toSorted());
  });
});
