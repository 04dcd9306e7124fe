import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCli } from "../../../test/run-cli.ts";
import { fieldOf, listOf } from "../../core/json/json.ts";
import { readEntry } from "./import-reading.ts";

const require = createRequire(import.meta.url);
const EXAMPLES = dirname(require.resolve("@octokit/webhooks-examples/package.json"));
/** Payloads that GitHub itself publishes, of its cloud and of five versions of its server. */
const EDITIONS = ["api.github.com", "ghes-31", "ghes-32", "ghes-33", "ghes-34", "ghes-35"];
/** GitHub sends `issue_comment` for pull requests too, with the same comment in it. */
const EVENTS = [
  "pull_request_review",
  "pull_request_review_comment",
  "pull_request_review_thread",
  "issue_comment",
];

interface Remark {
  readonly id: number;
  readonly body: string | null;
  readonly state?: string;
  readonly path?: string;
  readonly html_url: string;
  readonly user: { readonly login: string; readonly type: string };
  readonly author_association: string;
}

/** What `gh api` lists for a pull request: the comments and reviews inside the payloads. */
const remarks: readonly { readonly where: string; readonly remark: Remark }[] = EDITIONS.flatMap(
  (edition) => {
    const events = JSON.parse(readFileSync(join(EXAMPLES, edition, "index.json"), "utf8")) as readonly {
      readonly name: string;
      readonly examples: readonly unknown[];
    }[];
    return events
      .filter(({ name }) => EVENTS.includes(name))
      .flatMap(({ name, examples }) =>
        examples.flatMap((payload, at) =>
          [
            fieldOf(payload, "review"),
            fieldOf(payload, "comment"),
            ...listOf(fieldOf(fieldOf(payload, "thread"), "comments")),
          ]
            .filter((one) => one !== undefined)
            .map((one) => ({ where: `${edition} ${name} ${at}`, remark: one as Remark })),
        ),
      );
  },
);

const isSilent = ({ remark }: { readonly remark: Remark }): boolean => (remark.body ?? "") === "";

const read = (value: unknown) =>
  readEntry({ value }, undefined, {
    now: "2026-05-01T12:00:00Z",
    agent: "rio",
  });

/** GitHub's published examples hold owners and collaborators only; the others are made from them. */
const AUTHORS = [
  ["OWNER", "User", "person"],
  ["MEMBER", "User", "person"],
  ["COLLABORATOR", "User", "person"],
  ["CONTRIBUTOR", "User", "outsider"],
  ["FIRST_TIMER", "User", "outsider"],
  ["FIRST_TIME_CONTRIBUTOR", "User", "outsider"],
  ["MANNEQUIN", "User", "outsider"],
  ["NONE", "User", "outsider"],
  ["NONE", "Bot", "reviewer_bot"],
] as const;

describe("GitHub's own examples", () => {
  it("are there, of every kind", () => {
    expect(remarks.length).toBeGreaterThan(40);
    for (const event of EVENTS) expect(remarks.some(({ where }) => where.includes(event))).toBe(true);
  });

  it.each(remarks.filter(isSilent))("$where has no words, and says so", ({ remark }) => {
    const { feedback, remarks: said } = read(remark);
    expect(feedback).toEqual([]);
    expect(said).toMatchObject([{ kind: "left_out", reason: "nothing_said" }]);
  });

  it.each(remarks.filter((one) => !isSilent(one)))("$where becomes one record", ({ remark }) => {
    const { feedback, remarks: said } = read(remark);
    expect(said).toEqual([]);
    const [, repository, number] = /\/([^/]+\/[^/]+)\/(?:pull|issues)\/(\d+)/.exec(remark.html_url) ?? [];
    expect(feedback).toMatchObject([
      {
        source: {
          kind: "github_comment",
          ref: expect.stringMatching(
            new RegExp(`^(?:review|review_comment|comment)/${remark.id}$`),
          ) as string,
        },
        author: { id: `github:${remark.user.login}`, trust: "person" },
        task: `${repository}#${number}`,
        comment: remark.body,
        outcome: null,
      },
    ]);
  });

  it("stay apart where two servers gave the same number", () => {
    const said = remarks.filter((one) => !isSilent(one));
    const ids = new Set(said.map(({ remark }) => read(remark).feedback[0]!.id));
    expect(ids.size).toBe(new Set(said.map(({ remark }) => remark.html_url)).size);
  });

  it.each(remarks.filter(({ remark }) => remark.path !== undefined))(
    "$where keeps its place, whether it names lines or only a hunk",
    ({ remark }) => {
      expect(read(remark).feedback[0]!.target).toMatchObject({
        path: remark.path,
        location: { type: "lines", line: expect.any(Number) as number },
      });
    },
  );

  it.each(AUTHORS)("of a %s who is a %s have the trust %s", (association, type, trust) => {
    for (const { remark } of remarks) {
      const { feedback } = read({
        ...remark,
        body: "Name the unit.",
        author_association: association,
        user: { ...remark.user, type },
      });
      expect(feedback[0]!.author).toEqual({ id: `github:${remark.user.login}`, trust });
    }
  });

  it.each([
    ["approved", "approved"],
    ["changes_requested", "rejected"],
    ["commented", null],
    ["dismissed", null],
  ])("of a review that is %s, in the small letters of a delivery, have the outcome %s", (state, outcome) => {
    for (const { remark } of remarks.filter((each) => each.remark.state !== undefined)) {
      expect(read({ ...remark, body: "Name the unit.", state }).feedback[0]!.outcome).toBe(outcome);
    }
  });

  it.each([
    ["a list", (all: readonly Remark[]) => JSON.stringify(all)],
    [
      "pages one behind another",
      (all: readonly Remark[]) => all.map((one) => JSON.stringify([one])).join(""),
    ],
    ["one a line", (all: readonly Remark[]) => all.map((one) => JSON.stringify(one)).join("\n")],
    ["indented pages", (all: readonly Remark[]) => JSON.stringify(all, null, 2)],
  ])("all come through the command as %s, and none is lost without a reason", async (_why, write) => {
    const all = remarks.map(({ remark }) => remark);
    const { code, stdout } = await runCli(["import", "-", "--agent", "rio", "--dry-run", "--json"], {
      stdin: write(all),
    });
    const silent = remarks.filter(isSilent).length;
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      read: all.length,
      records: all.length - silent,
      skipped: { count: 0 },
      left_out: { count: silent },
    });
  });
});
