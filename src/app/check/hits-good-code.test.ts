import { expect, it } from "vitest";
import { openSyntax } from "../../compose/drivers.ts";
import type { KnownCheck } from "../../core/check/known-check.ts";
import { draftCheck } from "./draft-check.ts";

const CORRECTIONS = ["user.id", "order.total", "first()"].map((value) => ({
  before: `report(${value}, true);`,
  after: `record(${value}, true);`,
}));

const known = (good: readonly string[], language = "javascript"): readonly KnownCheck[] => [
  { id: "js/other", say: "Something else.", language, rule: { kind: "debugger_statement" }, good },
];

it("offers no check that hits code of its language that nobody corrects", async () => {
  const syntax = await openSyntax();
  const draft = (checks: readonly KnownCheck[]) =>
    draftCheck({ syntax, known: () => checks })({
      language: "javascript",
      corrections: CORRECTIONS,
      description: "Call record, not report.",
    });
  expect(await draft(known(["record(a, true);", "const report = 1;"]))).toMatchObject({ kind: "structure" });
  expect(await draft(known(["start(); report(a.b, true);"]))).toBeNull();
  expect(await draft(known(["report(a.b, True)"], "python"))).toMatchObject({ kind: "structure" });
});

it("offers no check that asks for a name that only the examples have", async () => {
  const syntax = await openSyntax();
  const draft = draftCheck({ syntax, known: () => [] });
  const corrections = ["a", "b.c", "d()"].map((value) => ({
    before: `foo[${value}];`,
    after: `foo.get(${value});`,
  }));
  expect(await draft({ language: "javascript", corrections })).toBeNull();
});
