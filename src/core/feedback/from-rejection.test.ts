import { describe, expect, it } from "vitest";
import { BUILT_IN_PACKS } from "../gate/built-in-packs.ts";
import { formatRejection } from "../gate/format-rejection.ts";
import { createGateCatalogue } from "../gate/gate.ts";
import { parseRejection } from "../gate/parse-rejection.ts";
import { fromRejection } from "./from-rejection.ts";

const catalogue = createGateCatalogue(BUILT_IN_PACKS);
const context = { now: "2026-05-01T12:00:00Z", agent: "rio", catalogue };

function rejected(...issues: string[]) {
  const comment = formatRejection({ issues, source: "validator", ts: "2026-05-01T11:00:00Z", catalogue });
  const parsed = parseRejection(comment);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return fromRejection(parsed.value, context).feedback;
}

describe("fromRejection", () => {
  it("makes one record of one refusal, with every tag to count", () => {
    const records = rejected("tests_failing", "flaky_test", "house_rule");
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({
      outcome: "rejected",
      tags: ["tests_failing", "flaky_test", "house_rule"],
      time: "2026-05-01T11:00:00.000Z",
      author: { id: "validator", trust: "tool" },
    });
  });

  it("explains the tags it knows and shows the others", () => {
    const [record] = rejected("tests_failing", "house_rule");
    expect(record?.wrong).toBe(`${catalogue.find("tests_failing")!.description}; house_rule`);
    expect(record?.fix).toBe(catalogue.find("tests_failing")!.fix);
  });

  it.each([
    { tags: ["tests_failing"], severity: "high", gate: "Test suite", why: "a blocking gate" },
    { tags: ["flaky_test"], severity: "medium", gate: "Test reliability", why: "a warning" },
    {
      tags: ["flaky_test", "tests_failing"],
      severity: "high",
      gate: undefined,
      why: "the worst of two gates",
    },
    { tags: ["house_rule"], severity: "high", gate: undefined, why: "what no pack explains is blocking" },
    {
      tags: ["title_too_few_words", "title_overclaims"],
      severity: "high",
      gate: "Title precision",
      why: "two tags of one gate",
    },
    { tags: [], severity: "high", gate: "Unspecified reason", why: "a refusal without a reason" },
  ])("weighs $tags as $severity: $why", ({ tags, severity, gate }) => {
    const [record] = rejected(...tags);
    expect({ severity: record?.severity, gate: record?.gate }).toEqual({ severity, gate });
  });

  it("knows the same refusal again, and another one at another time", () => {
    const at = (ts: string) =>
      fromRejection({ issues: ["x"], unregistered: [], source: "ci", ts, version: 1, signed: false }, context)
        .feedback[0]?.event_id;
    expect(at("2026-05-01T11:00:00Z")).toBe(at("2026-05-01T13:00:00+02:00"));
    expect(at("2026-05-01T11:00:00Z")).not.toBe(at("2026-05-01T11:00:01Z"));
  });
});
