import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromGithubComment } from "../feedback/from-github-comment.ts";
import { createReviewThreads } from "../feedback/review-threads.ts";
import { fieldOf, listOf } from "../json/json.ts";
import { correctionsFromReviews } from "./review-corrections.ts";
import { feedbackOfReviews } from "./review-feedback.ts";
import { reviewsFromFile } from "./reviews-from-file.ts";

const NOW = "2026-11-18T12:00:00Z";
const ME = { id: "me", trust: "person" } as const;

const comment = (id: number, more: object = {}) => ({
  id,
  pull_request_url: "https://api.github.com/repos/acme/shop/pulls/7",
  html_url: `https://github.com/acme/shop/pull/7#discussion_r${id}`,
  path: "src/cart.ts",
  diff_hunk: "@@ -0,0 +1,2 @@\n+one\n+two",
  line: 2,
  original_line: 2,
  side: "RIGHT",
  original_commit_id: "a".repeat(40),
  user: { login: "bo", type: "User" },
  author_association: "MEMBER",
  body: "Please use a constant.",
  created_at: "2026-03-01T08:00:00Z",
  ...more,
});

const review = {
  id: 5,
  html_url: "https://github.com/acme/shop/pull/7#pullrequestreview-5",
  pull_request_url: "https://api.github.com/repos/acme/shop/pulls/7",
  user: { login: "bo", type: "User" },
  author_association: "MEMBER",
  body: "Please split this up.",
  state: "CHANGES_REQUESTED",
  submitted_at: "2026-03-01T09:00:00Z",
  commit_id: "a".repeat(40),
};
const issueComment = {
  id: 6,
  html_url: "https://github.com/acme/shop/pull/7#issuecomment-6",
  issue_url: "https://api.github.com/repos/acme/shop/issues/7",
  user: { login: "bo", type: "User" },
  author_association: "MEMBER",
  body: "Please rebase this.",
  created_at: "2026-03-01T10:00:00Z",
};
const pull = {
  number: 7,
  html_url: "https://github.com/acme/shop/pull/7",
  title: "Add a cart",
  state: "closed",
  merged_at: "2026-03-02T10:00:00Z",
  user: { login: "ana", type: "User" },
  head: { ref: "agent/rio/7", repo: { id: 1 } },
  base: { repo: { id: 1 } },
};

const thread = {
  isResolved: true,
  isOutdated: true,
  path: "src/cart.ts",
  comments: {
    nodes: [
      {
        databaseId: 1,
        url: "https://github.com/acme/shop/pull/7#discussion_r1",
        body: "Please use a constant.",
        author: { login: "bo" },
        authorAssociation: "MEMBER",
        diffHunk: "@@ -0,0 +1 @@\n+one",
      },
    ],
  },
};

describe("files that are read", () => {
  const one = [comment(1), comment(2)];
  const files: Readonly<Record<string, string>> = {
    "an array": JSON.stringify(one),
    "pages in an array, as --slurp prints": JSON.stringify([[one[0]], [one[1]]]),
    "arrays one after the other, as --paginate printed": `${JSON.stringify([one[0]])}${JSON.stringify([one[1]])}`,
    "JSON Lines": one.map((each) => JSON.stringify(each)).join("\n"),
    "JSON Lines of pages, with a byte order mark": `\uFEFF${one.map((each) => JSON.stringify([each])).join("\r\n")}\r\n`,
    "one object": JSON.stringify(comment(1)),
    "indented objects": one.map((each) => JSON.stringify(each, null, 2)).join("\n"),
  };
  it.each(Object.entries(files))("%s", (name, text) => {
    const file = reviewsFromFile(text);
    expect(file).toMatchObject({ unreadCount: 0, entries: name === "one object" ? 1 : 2 });
    expect(file.pulls.map(({ repository, number }) => `${repository}#${number}`)).toEqual(["acme/shop#7"]);
  });

  const answers: Readonly<Record<string, unknown>> = {
    "one pull request": {
      data: { repository: { pullRequest: { url: pull.html_url, reviewThreads: { nodes: [thread] } } } },
    },
    "many, by nodes": {
      data: {
        repository: { pullRequests: { nodes: [{ url: pull.html_url, reviewThreads: { nodes: [thread] } }] } },
      },
    },
    "many, by edges": {
      data: {
        repository: {
          pullRequests: {
            edges: [{ node: { url: pull.html_url, reviewThreads: { edges: [{ node: thread }] } } }],
          },
        },
      },
    },
    "a search": { data: { search: { nodes: [{ url: pull.html_url, reviewThreads: { nodes: [thread] } }] } } },
    "without the pull request's address": {
      data: { repository: { pullRequest: { reviewThreads: { nodes: [thread] } } } },
    },
    "threads alone, as --jq prints": [thread],
  };
  it.each(Object.entries(answers))("an answer of GraphQL: %s", (_name, answer) => {
    const { pulls, unreadCount } = reviewsFromFile(JSON.stringify(answer));
    expect(unreadCount).toBe(0);
    expect(correctionsFromReviews(pulls, { project: "p" })).toMatchObject([
      { id: "review:github.com/review_comment/1", outcome: "landed", session: "acme/shop#7", before: "one" },
    ]);
  });

  it("everything about a pull request is read together", () => {
    const reply = comment(3, { in_reply_to_id: 1, user: { login: "ana" }, body: "Done in 1a2b3c4." });
    const { pulls } = reviewsFromFile(
      JSON.stringify([[comment(1), reply], [review], [issueComment], [pull]]),
    );
    expect(correctionsFromReviews(pulls, { project: "p" })).toMatchObject([
      { id: "review:github.com/review_comment/1", outcome: "landed", agent: "rio" },
      { id: "review:github.com/review/5" },
      { id: "review:github.com/comment/6" },
    ]);
  });

  it("a remark that is in the file twice is one correction", () => {
    const { pulls } = reviewsFromFile(`${JSON.stringify(comment(1))}\n${JSON.stringify([thread])}`);
    expect(correctionsFromReviews(pulls, { project: "p" })).toMatchObject([{ outcome: "landed" }]);
  });

  it.each([
    { why: "line: null", more: { line: null }, outcome: "landed" },
    { why: "position: null, as before 2022", more: { line: undefined, position: null }, outcome: "landed" },
    { why: "a line", more: {}, outcome: "unknown" },
  ])("whether the lines changed is taken from the file: $why", ({ more, outcome }) => {
    const { pulls } = reviewsFromFile(JSON.stringify([comment(1, more)]));
    expect(correctionsFromReviews(pulls, { project: "p" })[0]!.outcome).toBe(outcome);
  });
});

describe("what is not understood is counted", () => {
  it.each([
    ["{}", 1, "expected review comments"],
    ["not JSON at all", 4, "is not JSON"],
    ['[{"id":1}', 1, "cut off"],
    ['{"message":"Not Found","documentation_url":"https://docs.github.com"}', 1, "error response"],
    [
      JSON.stringify([{ ...issueComment, html_url: "https://github.com/acme/shop/issues/7#issuecomment-6" }]),
      1,
      "comment on an issue",
    ],
    [JSON.stringify([{ sha: "a", commit: {} }]), 1, "expected review comments"],
    [JSON.stringify([comment(1, { html_url: undefined, pull_request_url: "x" })]), 1, "which pull request"],
    ["", 0, ""],
  ])("%j", (text, unreadCount, why) => {
    const file = reviewsFromFile(text);
    expect(file).toMatchObject({ pulls: [], entries: 0, unreadCount });
    expect(file.unread[0]?.why ?? "").toContain(why);
  });

  it("the rest of the file is read", () => {
    const file = reviewsFromFile(`${JSON.stringify(comment(1))}\n{"broken\n`);
    expect([file.entries, file.unreadCount]).toEqual([1, 1]);
  });
});

describe("records of corrections", () => {
  const context = { now: NOW, author: ME, peopleWork: "conventions" } as const;

  it("are the same as those of an import of the comments", () => {
    const listed = [
      comment(1),
      comment(2, { in_reply_to_id: 1, user: { login: "ana", type: "User" }, body: "Fixed." }),
      comment(3, { line: null, original_line: 2, body: "```suggestion\nthree\n```" }),
      comment(4, {
        html_url: "https://ghe.acme.example/acme/shop/pull/7#discussion_r4",
        body: "Rename this.",
      }),
      { ...review },
      { ...issueComment },
    ];
    const threads = createReviewThreads();
    threads.add(listed);
    const imported = new Map(
      fromGithubComment(listed, { now: NOW, isByAuthor: threads.isByAuthor }).feedback.map((each) => [
        each.id,
        each,
      ]),
    );
    const { pulls } = reviewsFromFile(JSON.stringify(listed));
    const corrections = correctionsFromReviews(pulls, { project: "p" });
    const records = feedbackOfReviews(corrections, pulls, context);
    expect(corrections).toHaveLength(5);
    expect(records).toHaveLength(5);
    for (const { original: _original, convention, work_of, ...record } of records) {
      expect([convention, work_of]).toEqual([true, "people"]);
      expect(imported.get(record.id)).toMatchObject(record);
    }
  });

  it("leave out people's work unless it is wanted", () => {
    const { pulls } = reviewsFromFile(JSON.stringify([comment(1)]));
    const corrections = correctionsFromReviews(pulls, { project: "p" });
    expect(feedbackOfReviews(corrections, pulls, { now: NOW, author: ME })).toEqual([]);
  });

  it("of all comments that GitHub documents", () => {
    const folder = dirname(createRequire(import.meta.url).resolve("@octokit/webhooks-examples/package.json"));
    const events = JSON.parse(readFileSync(join(folder, "api.github.com", "index.json"), "utf8")) as unknown;
    const remarks = listOf(events)
      .flatMap((event) => listOf(fieldOf(event, "examples")))
      .flatMap((delivery) => {
        const event = fieldOf(delivery, "comment") ?? fieldOf(delivery, "review");
        return event !== undefined && fieldOf(delivery, "pull_request") !== undefined
          ? [{ event, delivery }]
          : [];
      });
    expect(remarks.length).toBeGreaterThan(3);
    for (const { event, delivery } of remarks) {
      expect(reviewsFromFile(JSON.stringify([event]))).toMatchObject({
        pulls: { length: 1 },
        unreadCount: 0,
      });
      expect(reviewsFromFile(JSON.stringify(delivery))).toMatchObject({ entries: 1, unreadCount: 0 });
    }
  });
});

describe("any input", () => {
  const scraps = fc.constantFrom(
    ...[
      comment(1),
      review,
      issueComment,
      pull,
      thread,
      { data: { repository: { pullRequest: { url: pull.html_url, reviewThreads: { nodes: [thread] } } } } },
    ].map((each) => JSON.stringify(each)),
  );
  /** What does not hold, though it must for any text. */
  const wrongIn = (text: string): readonly string[] => {
    const { pulls, unread, unreadCount } = reviewsFromFile(text);
    const corrections = correctionsFromReviews(pulls, { project: "p" });
    const records = feedbackOfReviews(corrections, pulls, { now: NOW, author: ME, peopleWork: "keep" });
    const holds: Readonly<Record<string, boolean>> = {
      "what is not read is counted": unread.length <= unreadCount,
      "a correction is one record at most": records.length <= corrections.length,
      "ids are of reviews": corrections.every(({ id }) => id.startsWith("review:")),
      "addresses are addresses": corrections.every(
        ({ origin }) => "url" in origin && /^https?:/.test(origin.url) && URL.canParse(origin.url),
      ),
    };
    return Object.keys(holds).filter((name) => holds[name] !== true);
  };

  it("may be cut anywhere", () => {
    const text = JSON.stringify([comment(1), review, thread]);
    for (let end = 0; end < text.length; end += 3) expect(wrongIn(text.slice(0, end))).toEqual([]);
  });

  it("may be mixed", () => {
    const json = fc.json({ maxDepth: 4 });
    const changed = fc.tuple(scraps, json, fc.nat(20)).map(([text, value, skip]) => {
      let seen = 0;
      return text.replaceAll(/:("[^"]*"|\d+|null|true|\{|\[)/g, (match) =>
        (seen += 1) === skip && !/[{[]$/.test(match) ? `:${value}` : match,
      );
    });
    fc.assert(
      fc.property(
        fc.array(fc.oneof(json, changed, fc.string({ unit: "binary" })), { maxLength: 5 }),
        (parts) => {
          expect([...wrongIn(parts.join("\n")), ...wrongIn(`[${parts.join(",")}]`)]).toEqual([]);
        },
      ),
      { numRuns: 200 },
    );
  });

  it.each([
    ["deep", "[".repeat(100_000)],
    ["deep objects", `${'{"data":'.repeat(2_000)}1${"}".repeat(2_000)}`],
    ["long", JSON.stringify([comment(1, { body: "x ".repeat(500_000), diff_hunk: "+".repeat(1_000_000) })])],
    [
      "control characters and a script",
      JSON.stringify([
        comment(1, {
          body: "\u0000\u001B]0;x\u0007\uD800",
          path: "../../etc/passwd",
          html_url: "javascript:alert(1)",
        }),
      ]),
    ],
    ["dots for names", JSON.stringify([comment(1, { html_url: "https://github.com/../../pull/7" })])],
    ["quotes", '"'.repeat(200_000)],
    ["many objects", "{}\n".repeat(100_000)],
  ])("may be hostile: %s", (_why, text) => {
    expect(wrongIn(text)).toEqual([]);
  });
});
