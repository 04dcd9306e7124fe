import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";
import { analyse } from "scslre";
import { describe, expect, it } from "vitest";

/** Every regular expression written in src/, with where it stands. */
const expressions = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
  .flatMap((file) => {
    const text = readFileSync(join("src", file), "utf8");
    return literalsIn(parseSync(file, text).program).map((expression) => ({ file, expression }));
  });

describe("regular expressions", () => {
  it("are many, so that this test looks at something", () => {
    expect(expressions.length).toBeGreaterThan(300);
  });

  it("those put together at run time cannot either", async () => {
    const made: RegExp[] = [];
    const Original = globalThis.RegExp;
    globalThis.RegExp = new Proxy(Original, {
      construct: (target, args: [string, string?]) => {
        const expression = new target(...args);
        made.push(expression);
        return expression;
      },
    });
    try {
      const { detectSignal } = await import("../../src/core/signal/detect-signal.ts");
      const { judgeComment } = await import("../../src/core/actionable/judge-comment.ts");
      detectSignal("No, that is still wrong. It works but the footer is missing.", { kind: "user_message" });
      judgeComment("Please rename it.");
    } finally {
      globalThis.RegExp = Original;
    }
    expect(made.length).toBeGreaterThan(20);
    expect(problemsOf(made.map((expression) => ({ file: "made at run time", expression })))).toEqual([]);
  });

  it("none can backtrack badly: no part competes with itself or its neighbour for the same text", () => {
    expect(problemsOf(expressions)).toEqual([]);
  });
});

function problemsOf(all: readonly { file: string; expression: RegExp }[]): readonly string[] {
  return all.flatMap(({ file, expression }) => {
    const { reports } = analyse(expression, { reportTypes: { Move: false } });
    return reports.map(
      (report) =>
        `${file}: ${String(expression)} (${report.type}${report.exponential ? ", exponential" : ""})`,
    );
  });
}

function literalsIn(node: unknown): RegExp[] {
  if (typeof node !== "object" || node === null) return [];
  if (Array.isArray(node)) return node.flatMap(literalsIn);
  const { type, regex } = node as { type?: string; regex?: { pattern: string; flags: string } };
  if (type === "Literal" && regex !== undefined) return [new RegExp(regex.pattern, regex.flags)];
  return Object.values(node).flatMap(literalsIn);
}
