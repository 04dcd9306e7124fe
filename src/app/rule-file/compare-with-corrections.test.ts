import { describe, expect, it } from "vitest";
import { makeCorrection } from "../../../test/contract/correction-store.ts";
import { ruleFile } from "../../../test/rule-file.ts";
import { openDrivers } from "../../compose/drivers.ts";
import type { PastCorrection } from "../../core/correction/past-correction.ts";
import { statementsOf } from "../../core/rule-file/statements.ts";
import { compareWithCorrections } from "./compare-with-corrections.ts";

const correction = (remark: string, at: number): PastCorrection => makeCorrection(at, { remark });

const listOf = (remarks: readonly string[]) => ({
  list: () => Promise.resolve({ items: remarks.map(correction) }),
});

const file = ruleFile("- Use pnpm, not npm.\n- Name booleans with is or has.\n- The shop sells books.\n");
const read = [{ file, statements: statementsOf(file) }];

describe("compareWithCorrections", () => {
  it("says what was corrected all the same, and what nothing was about", async () => {
    const drivers = openDrivers({ cwd: process.cwd() });
    const embedder = await drivers.openEmbedder();
    const compare = compareWithCorrections({
      embedder,
      judge: await drivers.openJudge({ model: embedder.name }),
    });
    const few = await compare(read, listOf(["Use pnpm instead of npm please"]));
    expect(few.findings.map(({ kind, line }) => `${kind} ${line}`)).toEqual(["not-followed 1"]);
    const many = await compare(
      read,
      listOf([
        "Use pnpm instead of npm please",
        ...Array.from({ length: 24 }, (_, at) => `The footer on page ${at} is in the wrong place`),
      ]),
    );
    expect(many.findings.map(({ kind, line }) => `${kind} ${line}`)).toEqual([
      "not-followed 1",
      "never-relevant 2",
    ]);
    expect(many.findings[0]?.message).toBe(
      'People corrected this once although it is written here, last as "Use pnpm instead of npm please". Reword the line, or turn it into a check: emend checks draft.',
    );
    expect(await compare(read, listOf([]))).toEqual({ corrections: 0, findings: [] });
  });
});
