import { z } from "zod";
import { REPLAY_STOPS } from "../../core/replay/replay.ts";
import { timeField } from "../fields.ts";
import { originResponse } from "./correction-origin.ts";

const count = z.int().min(0);

const replayCase = z
  .object({
    found_in: z.enum(["correction", "submission", "commit"]),
    id: z.string().describe("Of the correction or submission, or the hash of the commit."),
    own: z.boolean().describe("Whether it is one of the corrections that the rule was made from."),
    path: z.string().nullable(),
    line: z.int().describe("In the file for a commit, else in the code that was kept."),
    code: z.string().describe("The line, without secrets."),
    time: timeField.nullable(),
    origin: originResponse.nullable(),
  })
  .meta({ id: "ReplayCase" });

const replayed = z
  .object({
    tried: count,
    hit: count.describe("In how many of them it would have fired."),
    cases: z.array(replayCase).describe("At most 20, those of other rules first."),
  })
  .meta({ id: "Replayed" });

const history = z
  .object({
    commits: count.describe("Commits that were replayed, newest first."),
    commits_hit: count,
    files: count.describe("Files that the check reads, once for each commit that changed them."),
    lines: count.describe("Lines that the commits added to them."),
    hits: count,
    since: timeField.nullable(),
    stopped: z
      .enum(REPLAY_STOPS)
      .nullable()
      .describe("Why older commits were not replayed; null if the whole history was."),
    next: count.nullable().describe("Pass it as `skip` to go on with older commits."),
    left_out: count.describe("Changed files that are generated, vendored, binary or very large."),
    cases: z.array(replayCase),
  })
  .meta({ id: "HistoryReplay" });

const words = z
  .object({
    tried: count.describe("Past remarks that were compared with the rule."),
    covered: count,
    own: count.describe("How many of the covered ones the rule was made from."),
    against: count.describe("Approved work that contradicts it."),
    remarks: z.array(
      z.object({
        id: z.string(),
        feedback_id: z.string().nullable().describe("Null for a correction that is in no feedback."),
        own: z.boolean(),
        said: z.string(),
        author: z.string().nullable(),
        time: timeField.nullable(),
        score: z.number(),
      }),
    ),
    contradictions: z.array(
      z.object({ feedback_id: z.string(), time: timeField, said: z.string(), why: z.string() }),
    ),
  })
  .meta({ id: "WordsReplay" });

export const replayResponse = z
  .object({
    rule_id: z.string(),
    version: z.int(),
    until: timeField.describe("Only what is older was replayed."),
    checks: z.array(
      z.object({
        check_id: z.string(),
        version: z.int(),
        language: z.string().nullable().describe("Null for a check of words."),
        corrected: replayed.safeExtend({ own: count }).describe("Code that people corrected."),
        mended: replayed.describe("What people made of it."),
        accepted: replayed.describe("Work that people accepted."),
        history: history
          .nullable()
          .describe("Null if nobody asked for commits, or the server runs outside a repository."),
        is_too_slow: z.boolean(),
      }),
    ),
    words: words.nullable().describe("What the judge says about its words; null while it has none."),
    newest_only: z
      .array(z.enum(["corrections", "remarks", "submissions"]))
      .describe("Kinds of records of which only the newest were replayed."),
    has_repository: z
      .boolean()
      .describe("Whether the server runs in a repository whose commits it can replay."),
  })
  .meta({ id: "Replay" });
