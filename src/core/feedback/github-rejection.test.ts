import { createHmac } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BUILT_IN_PACKS } from "../gate/built-in-packs.ts";
import { formatRejection } from "../gate/format-rejection.ts";
import { createGateCatalogue } from "../gate/gate.ts";
import type { Signer } from "../gate/rejection.ts";
import { fromGithubComment, type GithubContext } from "./from-github-comment.ts";

const catalogue = createGateCatalogue(BUILT_IN_PACKS);
const context: GithubContext = { now: "2026-05-01T12:00:00Z", agent: "rio" };

const signerOf = (key: string): Signer => {
  const sign = (text: string): string => createHmac("sha256", key).update(text).digest("hex");
  return { sign, verify: (text, signature) => sign(text) === signature };
};
const OURS = signerOf("ours");

const block = (issues: readonly string[], signer?: Signer): string =>
  formatRejection({
    issues,
    source: "validator",
    ts: "2026-05-01T08:00:00Z",
    catalogue,
    ...(signer === undefined ? {} : { signer }),
  });

const USERS = {
  person: { user: { login: "ana", type: "User" }, author_association: "MEMBER" },
  bot: { user: { login: "gatekeeper[bot]", type: "Bot" }, author_association: "NONE" },
  outsider: { user: { login: "eve", type: "User" }, author_association: "NONE" },
} as const;

const commentOf = (body: string, who: keyof typeof USERS = "person", more: object = {}) => ({
  id: 900,
  node_id: "n900",
  ...USERS[who],
  body,
  created_at: "2026-05-01T08:00:05Z",
  html_url: "https://github.com/o/r/pull/9#issuecomment-900",
  issue_url: "https://api.github.com/repos/o/r/issues/9",
  ...more,
});

const review = (state: string) => ({ state, submitted_at: "2026-05-01T08:00:05Z", issue_url: undefined });

describe("a rejection block in a GitHub comment", () => {
  it("002.1 is read back as the rejection that was written, with the comment's author, place and time", () => {
    const reading = fromGithubComment(
      commentOf(block(["tests_failing", "house_rule"]), "bot", { in_reply_to_id: 7 }),
      context,
    );
    expect(reading.diagnostics).toEqual([]);
    expect(reading.feedback).toMatchObject([
      {
        event_id: "github_comment:comment/900",
        source: { kind: "rejection", ref: "comment/900", tool: "validator", reply_to: "review_comment/7" },
        author: { id: "github:gatekeeper[bot]", trust: "reviewer_bot" },
        agent: "rio",
        task: "o/r#9",
        time: "2026-05-01T08:00:05.000Z",
        outcome: "rejected",
        tags: ["tests_failing", "house_rule"],
        severity: "high",
        wrong: `${catalogue.find("tests_failing")!.description}; house_rule`,
        fix: catalogue.find("tests_failing")!.fix,
      },
    ]);
  });

  it("002.1 keeps any tag, whatever is in it", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "binary", maxLength: 30 }), { minLength: 1, maxLength: 5 }),
        (tags) => {
          const wanted = [...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== ""))];
          const { feedback } = fromGithubComment(commentOf(block(tags)), context);
          const stored = wanted.map((tag) => tag.toWellFormed().replaceAll("\0", "\uFFFD"));
          expect(feedback[0]!.tags).toEqual(
            wanted.length === 0 ? [catalogue.fallback.tag] : [...new Set(stored)],
          );
        },
      ),
    );
  });

  it.each<{
    why: string;
    body: string;
    who: keyof typeof USERS;
    signer?: Signer;
    more?: object;
    kind: string;
    outcome: string | null;
    reason?: string;
  }>([
    { why: "a person's", body: block(["x"]), who: "person", kind: "rejection", outcome: "rejected" },
    { why: "a bot's", body: block(["x"]), who: "bot", kind: "rejection", outcome: "rejected" },
    {
      why: "an outsider's",
      body: block(["x"]),
      who: "outsider",
      kind: "github_comment",
      outcome: null,
      reason: "rejection_untrusted",
    },
    {
      why: "a signed one",
      body: block(["x"], OURS),
      who: "bot",
      signer: OURS,
      kind: "rejection",
      outcome: "rejected",
    },
    {
      why: "an unsigned one where a key is configured",
      body: block(["x"]),
      who: "person",
      signer: OURS,
      kind: "github_comment",
      outcome: null,
      reason: "rejection_unsigned",
    },
    {
      why: "one signed with another key",
      body: block(["x"], signerOf("theirs")),
      who: "bot",
      signer: OURS,
      kind: "github_comment",
      outcome: null,
      reason: "rejection_unsigned",
    },
    {
      why: "an outsider's copy of a signed one",
      body: block(["x"], OURS),
      who: "outsider",
      signer: OURS,
      kind: "github_comment",
      outcome: null,
      reason: "rejection_untrusted",
    },
    {
      why: "one that was cut off",
      body: block(["x"]).slice(0, 30),
      who: "person",
      kind: "github_comment",
      outcome: null,
      reason: "rejection_unreadable",
    },
    {
      why: "one in a review that asks for changes, which is one refusal and not two",
      body: block(["x"]),
      who: "person",
      more: review("CHANGES_REQUESTED"),
      kind: "rejection",
      outcome: "rejected",
    },
    {
      why: "one in a review that only comments",
      body: block(["x"]),
      who: "bot",
      more: review("COMMENTED"),
      kind: "rejection",
      outcome: "rejected",
    },
    {
      why: "one in a review that approves",
      body: block(["x"]),
      who: "person",
      more: review("APPROVED"),
      kind: "github_comment",
      outcome: "approved",
      reason: "rejection_overruled",
    },
    {
      why: "one in a review that was dismissed",
      body: block(["x"]),
      who: "person",
      more: review("DISMISSED"),
      kind: "github_comment",
      outcome: null,
      reason: "rejection_overruled",
    },
    {
      why: "words about rejections",
      body: "REJECTION: no",
      who: "person",
      kind: "github_comment",
      outcome: null,
    },
  ])("$why is a $kind with outcome $outcome", ({ body, who, signer, more, kind, outcome, reason }) => {
    const given = signer === undefined ? context : { ...context, signer };
    const { feedback, diagnostics } = fromGithubComment(commentOf(body, who, more), given);
    expect(feedback).toMatchObject([{ source: { kind }, outcome, comment: body }]);
    expect(diagnostics).toMatchObject(reason === undefined ? [] : [{ kind: "changed", reason }]);
    expect(feedback[0]!.tags).toEqual(kind === "rejection" ? ["x"] : []);
  });

  it("an outsider's never counts where the whole input is an outsider's", () => {
    const { feedback } = fromGithubComment(commentOf(block(["x"])), {
      ...context,
      author: { id: "unknown", trust: "outsider" },
    });
    expect(feedback).toMatchObject([{ source: { kind: "github_comment" }, outcome: null }]);
  });

  it("an older signed block stands where a later one is forged", () => {
    const body = `${block(["ours"], OURS)}\n${block(["forged"])}`;
    const { feedback } = fromGithubComment(commentOf(body, "bot"), { ...context, signer: OURS });
    expect(feedback).toMatchObject([{ source: { kind: "rejection" }, tags: ["ours"] }]);
  });

  it("002.7 keeps each attempt at one pull request as a record of its own, and each once", () => {
    const attempts = [1, 2, 3].map((n) =>
      commentOf(block(["tests_failing"]), "bot", { id: n, created_at: `2026-05-0${n}T08:00:00Z` }),
    );
    const { feedback, diagnostics } = fromGithubComment([attempts, [attempts[2]]], context);
    expect(feedback.map(({ task, time, tags }) => [task, time.slice(0, 10), tags.join()])).toEqual([
      ["o/r#9", "2026-05-01", "tests_failing"],
      ["o/r#9", "2026-05-02", "tests_failing"],
      ["o/r#9", "2026-05-03", "tests_failing"],
    ]);
    expect(diagnostics).toMatchObject([{ reason: "duplicate", path: "[1][0]" }]);
  });

  it("is one event however it is read, so that a key configured later doubles nothing", () => {
    const comment = commentOf(block(["x"]));
    const ids = [context, { ...context, signer: OURS }].map(
      (given) => fromGithubComment(comment, given).feedback[0]!.id,
    );
    expect(new Set(ids).size).toBe(1);
  });
});

describe("warnings on GitHub", () => {
  const read = (more: object, issues: readonly string[], words = "") =>
    fromGithubComment(
      commentOf(`${words}\n${block(issues)}`, "person", { ...more, submitted_at: "2026-05-01T08:00:05Z" }),
      context,
    );

  it.each([
    { state: undefined, outcome: null },
    { state: "COMMENTED", outcome: null },
    { state: "APPROVED", outcome: "approved" },
    { state: "CHANGES_REQUESTED", outcome: "rejected" },
  ])("17.4 refuse nothing by themselves: $state is $outcome", ({ state, outcome }) => {
    const { feedback, diagnostics } = read(state === undefined ? {} : { state }, ["near_duplicate"]);
    expect(diagnostics).toEqual([]);
    expect(feedback[0]).toMatchObject({ outcome, tags: ["near_duplicate"], source: { kind: "rejection" } });
  });

  it("17.4 a blocking tag beside them refuses", () => {
    const { feedback } = read({}, ["near_duplicate", "date_errors"]);
    expect(feedback[0]).toMatchObject({ outcome: "rejected" });
  });

  it("17.4 an untagged rejection has the reviewer's words and no advice to ask", () => {
    const { feedback } = read({}, [], "Cite the survey for the 40 % figure.");
    expect(feedback[0]).toMatchObject({ outcome: "rejected", tags: ["unspecified"] });
    expect(feedback[0]).not.toHaveProperty("fix");
    expect(feedback[0]).not.toHaveProperty("wrong");
    expect(read({}, [], "No.").feedback[0]?.fix).toMatch(/ask which gate failed/);
  });
});
