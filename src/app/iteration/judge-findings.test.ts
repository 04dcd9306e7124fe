import { describe, expect, it } from "vitest";
import {
  DIFFERENT_ISSUES,
  type IssuePair,
  REVERSED_ISSUES,
  REWORDED_ISSUES,
} from "../../../test/reworded-issues.ts";
import { loadCatalogueMap } from "../../drivers/catalogue/load-catalogue-map.ts";
import { createLocalEmbedder } from "../../drivers/embedding/local-embedder.ts";
import { createBuiltInJudge } from "../../drivers/judge/built-in-judge.ts";
import { judgeFindings } from "./judge-findings.ts";

const embedder = createLocalEmbedder();
const judge = createBuiltInJudge(loadCatalogueMap(embedder.name));

async function relationOf({ earlier, later }: IssuePair): Promise<string> {
  const wording = {
    number: 1,
    position: 1,
    item: { ...earlier, severity: "major", issue_id: "iss_1", class: "new", why: "" },
  } as const;
  const [row] = await judgeFindings([later], [wording], () => Promise.resolve({ embedder, judge }));
  return row![0]!.relation;
}

describe("judgeFindings", () => {
  it("has enough pairs to say something", () => {
    expect(REWORDED_ISSUES.length).toBeGreaterThanOrEqual(25);
    expect(DIFFERENT_ISSUES.length + REVERSED_ISSUES.length).toBeGreaterThanOrEqual(15);
  });

  it.each(REWORDED_ISSUES)("17.1 sees the same issue in other words: $why", async (pair) => {
    expect(await relationOf(pair)).toBe("same");
  });

  it.each(DIFFERENT_ISSUES)("17.1 tells different issues apart: $why", async (pair) => {
    expect(await relationOf(pair)).toBe("other");
  });

  it.each(REVERSED_ISSUES)("17.1 never takes a reversed demand for the same: $why", async (pair) => {
    expect(await relationOf(pair)).toBe("reversed");
  });

  it("17.1 takes hardly any unrelated findings on one file for the same, and none for reversed", async () => {
    const at = { type: "path", reference: "src/one.ts" } as const;
    const wordings = REWORDED_ISSUES.map(({ earlier }, index) => ({
      number: 1,
      position: 1,
      item: {
        ...earlier,
        location: at,
        severity: "major",
        issue_id: `${index}`,
        class: "new",
        why: "",
      } as const,
    }));
    const items = REWORDED_ISSUES.map(({ later }) => ({ ...later, location: at }));
    const rows = await judgeFindings(items, wordings, () => Promise.resolve({ embedder, judge }));
    const unrelated = rows.flatMap((row, index) => row.filter((_, column) => column !== index));
    const counts = Map.groupBy(unrelated, ({ relation }) => relation);
    expect((counts.get("same")?.length ?? 0) / unrelated.length).toBeLessThan(0.01);
    expect(counts.get("reversed") ?? []).toEqual([]);
  });

  it("asks no model where the words are equal or the places differ", async () => {
    const [{ earlier }, { later }] = [REWORDED_ISSUES[0]!, DIFFERENT_ISSUES[0]!];
    const item = { ...earlier, severity: "major", issue_id: "iss_1", class: "new", why: "" } as const;
    const asked = judgeFindings([earlier, later], [{ number: 1, position: 1, item }], () => {
      throw new Error("the model was opened");
    });
    expect((await asked).map(([one]) => one!.relation)).toEqual(["same", "other"]);
  });
});
