import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isAgentPatch, parseAgentPatch } from "./agent-patch.ts";

const patch = (...lines: readonly string[]): string =>
  ["*** Begin Patch", ...lines, "*** End Patch", ""].join("\n");

describe("a patch in the form of apply_patch", () => {
  it("16.x names each file with what becomes of it", () => {
    const text = patch(
      "*** Add File: src/c.ts",
      "+one",
      "+",
      "+two",
      "*** Update File: src/money.ts",
      "*** Move to: src/price.ts",
      "@@ function total() {",
      " const a = 1;",
      "-const price = 9.99;",
      "+const price = 999;",
      "",
      "@@",
      "+// the end",
      "*** End of File",
      "*** Delete File: src/old File: x.ts",
    );
    expect(parseAgentPatch(text)).toEqual([
      { path: "src/c.ts", kind: "add", hunks: [{ before: "", after: "one\n\ntwo" }] },
      {
        path: "src/money.ts",
        kind: "update",
        to: "src/price.ts",
        hunks: [
          {
            before: "const a = 1;\nconst price = 9.99;\n",
            after: "const a = 1;\nconst price = 999;\n",
          },
          { before: "", after: "// the end" },
        ],
      },
      { path: "src/old File: x.ts", kind: "delete", hunks: [] },
    ]);
    expect(parseAgentPatch(text.replaceAll("\n", "\r\n"))).toEqual(parseAgentPatch(text));
  });

  it.each([
    ["no patch", "git diff"],
    ["nothing in it", patch()],
    ["no name", patch("*** Add File: ", "+a")],
    ["another word", patch("*** Rename File: a.ts", "+a")],
  ])("%s: no files", (_, text) => {
    expect(parseAgentPatch(text)).toEqual([]);
  });

  it("only a text with its first line is one", () => {
    expect([patch(), "x", undefined, 3].map((each) => isAgentPatch(each))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it("of many files and hunks, the first are read", () => {
    const many = patch(...Array.from({ length: 500 }, (_, at) => `*** Delete File: ${at}.ts`));
    expect(parseAgentPatch(many)).toHaveLength(200);
    const long = patch("*** Update File: a.ts", ...Array.from({ length: 5_000 }, () => "@@\n-a\n+b"));
    expect(parseAgentPatch(long)[0]?.hunks).toHaveLength(2_000);
  });

  it("no text makes it throw, and every line that it keeps is in the text", () => {
    const line = fc.constantFrom("*** Add File: a", "*** Update File: b", "@@", "+x", "-y", " z", "", "***");
    fc.assert(
      fc.property(fc.array(fc.oneof(line, fc.string())), (lines) => {
        const text = lines.join("\n");
        for (const { hunks } of parseAgentPatch(text))
          for (const { before, after } of hunks)
            for (const each of [...before.split("\n"), ...after.split("\n")])
              expect(text.replaceAll("\r\n", "\n")).toContain(each);
      }),
    );
  });
});
