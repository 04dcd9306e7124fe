import { jsonrepair } from "jsonrepair";
import { z } from "zod";
import { parseReview, reviewJsonSchema } from "../dist/entry/review.js";
import { medians, micros, type Row } from "./measure.ts";

const FILES = ["src/api/session.ts", "src/db/query.ts", "src/ui/list.tsx", "lib/cache.ts", "docs/setup.md"];

const answer = {
  schema_version: "1.0",
  prompt_version: "1.0",
  summary: "Fifty things to look at before this goes in.",
  findings: Array.from({ length: 50 }, (_, n) => ({
    id: `F${n + 1}`,
    severity: (["critical", "high", "medium", "low", "info"] as const)[n % 5]!,
    category: (["correctness", "security", "style"] as const)[n % 3]!,
    title: `Handler ${n} reads the user before checking it`,
    file: FILES[n % FILES.length]!,
    line: n * 7 + 1,
    end_line: n * 7 + 4,
    message:
      "request.user.id is read before request.user is known to be set, so an anonymous request ends in a TypeError and a 500.",
    suggestion: "Return 401 when request.user is undefined, before the first read.",
    confidence: "high",
    rule_id: "null-check",
  })),
};
const clean = JSON.stringify(answer, null, 2);
const broken = `Here is the review:\n\`\`\`json\n${clean.replace('"F50"', "'F50'").replace(/\}\s*\]\s*\}$/, "},]}")}\n\`\`\``;
const brokenCore = broken.slice(broken.indexOf("{"), broken.lastIndexOf("}") + 1);

/** What reading a reviewer's answer costs against what one would write without Emend. */
export function benchReview(): readonly Row[] {
  const schema = z.fromJSONSchema(reviewJsonSchema());
  const parsed = parseReview(clean, { changedFiles: FILES });
  if (parsed.review?.findings.length !== 50 || !schema.safeParse(answer).success)
    throw new Error("the bench is broken");
  if (parseReview(broken, { changedFiles: FILES }).review?.findings.length !== 50)
    throw new Error("not recovered");
  const [ours, parse, parseAndZod] = medians(
    [
      () => parseReview(clean, { changedFiles: FILES }),
      () => JSON.parse(clean),
      () => schema.parse(JSON.parse(clean)),
    ],
    { calls: 200, rounds: 41 },
  ) as [number, number, number];
  // The peer is handed the JSON alone: it has no notion of a fence with prose around it.
  const [mended, repaired] = medians(
    [() => parseReview(broken, { changedFiles: FILES }), () => JSON.parse(jsonrepair(brokenCore))],
    { calls: 60, rounds: 31 },
  ) as [number, number];
  const row = (what: string, peer: string, mine: number, theirs: number, limit: number): Row => ({
    what,
    peer,
    ours: micros(mine),
    theirs: micros(theirs),
    ratio: mine / theirs,
    limit,
  });
  return [
    row("parseReview, clean answer of 50 findings", "JSON.parse", ours, parse, 2),
    row("parseReview, clean answer of 50 findings", "JSON.parse + zod", ours, parseAndZod, 1),
    row("parseReview, broken answer of 50 findings", "jsonrepair + JSON.parse", mended, repaired, 1),
  ];
}
