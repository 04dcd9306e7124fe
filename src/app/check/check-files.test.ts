import { describe, expect, it } from "vitest";
import { activeCheck, looseEquality, promisedDate } from "../../../test/active-check.ts";
import { openSyntax } from "../../compose/drivers.ts";
import type { Syntax } from "../../ports/syntax.ts";
import { checkFiles, type FileToCheck } from "./check-files.ts";

const check = checkFiles({ syntax: openSyntax });
const places = async (
  checks: Parameters<typeof check>[0],
  ...files: FileToCheck[]
): Promise<readonly string[]> =>
  (await check(checks, files)).hits.map(
    ({ path, line, column, ignored }) =>
      `${path}:${line}:${column}${ignored === undefined ? "" : ` (${ignored})`}`,
  );

describe("checkFiles", () => {
  it("finds hits in the files of the check's language and of its dialects", async () => {
    const text = "start();\nif (a == b) stop();\n";
    const files = ["a.js", "b.ts", "c.tsx", "d.py", "e.md"].map((path) => ({ path, text }));
    expect(await places([looseEquality()], ...files)).toEqual(["a.js:2:5", "b.ts:2:5", "c.tsx:2:5"]);
    const { files: count, ran } = await check([looseEquality()], files);
    expect([count, ran]).toEqual([5, [{ check_id: looseEquality().check_id, files: 3 }]]);
  });

  it("looks for words only in files without a grammar", async () => {
    const text = "// we promise\n";
    expect(await places([promisedDate()], { path: "plan.md", text }, { path: "plan.js", text })).toEqual([
      "plan.md:1:4",
    ]);
  });

  it("runs a check only in the files that its rule is about", async () => {
    const scoped = looseEquality({ scope: { agents: [], paths: ["src/**"] } });
    const text = "a == b";
    expect(await places([scoped], { path: "src/a.js", text }, { path: "test/a.js", text })).toEqual([
      "src/a.js:1:1",
    ]);
  });

  it("reports only what begins in the changed lines", async () => {
    const text = "a == b;\n\nc == d;\n\ne == f;\n";
    expect(await places([looseEquality()], { path: "a.js", text, changed: [{ from: 3, to: 4 }] })).toEqual([
      "a.js:3:1",
    ]);
    expect(await places([looseEquality()], { path: "a.js", text, changed: [] })).toEqual([]);
  });

  it("reports a long place if one of its first lines is changed", async () => {
    const long = activeCheck("Keep functions short.", {
      kind: "structure",
      language: "javascript",
      rule: { kind: "function_declaration" },
    });
    const text = `function long() {\n${"  step();\n".repeat(30)}}\n`;
    const at = (line: number) => places([long], { path: "a.js", text, changed: [{ from: line, to: line }] });
    expect([await at(4), await at(20)]).toEqual([["a.js:1:1"], []]);
  });

  it("parses no file that lacks the words of every check", async () => {
    const asked: string[] = [];
    const syntax = async (): Promise<Syntax> => {
      const real = await openSyntax();
      return {
        ...real,
        parse: (language, code) => {
          asked.push(code);
          return real.parse(language, code);
        },
      };
    };
    const run = checkFiles({ syntax });
    const named = activeCheck("Wait by the clock.", {
      kind: "structure",
      language: "python",
      rule: { kind: "call", any: [{ has: { regex: "^time\\.sleep$" } }, { has: { regex: "^time\\.nap$" } }] },
    });
    const files = ["clock.wait(1)", "time.sleep(1)", "time.nap(1)"].map((text) => ({ path: "a.py", text }));
    expect((await run([named], files)).hits).toHaveLength(2);
    expect(asked).toEqual(["time.sleep(1)", "time.nap(1)"]);
  });

  it("goes on after a file that is too large and a check that is too slow", async () => {
    const slow = activeCheck("Slow.", {
      kind: "structure",
      language: "javascript",
      rule: {
        kind: "call_expression",
        inside: { stopBy: "end", kind: "program", has: { stopBy: "end", regex: "^never$", pattern: "$A" } },
      },
    });
    const text = `${"f(g(h(i(j(1)))));\n".repeat(3_000)}a == b;\n// never\n`;
    const started = performance.now();
    const { hits, notices } = await check(
      [slow, looseEquality()],
      [
        { path: "long.js", text: "x".repeat(5_000_000) },
        { path: "a.js", text },
        { path: "b.js", text: "a == b; // never" },
      ],
    );
    expect(hits.map(({ path }) => path)).toEqual(["a.js", "b.js"]);
    expect(notices.map(({ code, path }) => [code, path])).toEqual([
      ["file_too_large", "long.js"],
      ["check_too_slow", "a.js"],
    ]);
    expect(performance.now() - started).toBeLessThan(20_000);
  }, 30_000);

  it("reports at most 100 hits of a check in a file, and says so", async () => {
    const { hits, notices } = await check(
      [looseEquality()],
      [{ path: "a.js", text: "a == b;\n".repeat(150) }],
    );
    expect([hits.length, notices.map(({ code }) => code)]).toEqual([100, ["too_many_hits"]]);
  });
});

describe("emend-ignore", () => {
  const equal = looseEquality();
  it.each([
    { what: "on the line", text: "a == b; // emend-ignore: null and undefined\n" },
    { what: "on the line before", text: "// emend-ignore: null and undefined\na == b;\n" },
    { what: "in a block comment", text: "/* emend-ignore: null and undefined */\na == b;\n" },
    { what: "for the rule", text: `a == b; // emend-ignore[${equal.rule_id}]: null and undefined\n` },
    { what: "for the check", text: `a == b; // emend-ignore[${equal.check_id}]: null and undefined\n` },
  ])("overrides the hit $what", async ({ text }) => {
    const { hits, notices } = await check([equal], [{ path: "a.js", text }]);
    expect([hits.map(({ ignored }) => ignored), notices]).toEqual([["null and undefined"], []]);
  });

  it.each([
    { what: "in a string", text: 'a == b; say("emend-ignore: no");' },
    { what: "for another rule", text: "a == b; // emend-ignore[ru_1]: no" },
    { what: "after other code on the line before", text: "start(); // emend-ignore: no\na == b;" },
    { what: "two lines before", text: "// emend-ignore: no\n\na == b;" },
  ])("does not override the hit $what", async ({ text }) => {
    expect((await check([equal], [{ path: "a.js", text }])).hits.map(({ ignored }) => ignored)).toEqual([
      undefined,
    ]);
  });

  it("without a reason overrides nothing and says so", async () => {
    for (const comment of ["emend-ignore", "emend-ignore:", "emend-ignore:   "]) {
      const { hits, notices } = await check([equal], [{ path: "a.js", text: `a == b; // ${comment}` }]);
      expect([hits[0]?.ignored, notices.map(({ code, line }) => [code, line])]).toEqual([
        undefined,
        [["ignore_without_reason", 1]],
      ]);
    }
  });

  it("works in files without a grammar", async () => {
    const text = "<!-- emend-ignore: a quotation -->\nAnd we promise it.\n";
    expect(await places([promisedDate()], { path: "a.md", text })).toEqual(["a.md:2:5 (a quotation)"]);
  });
});
