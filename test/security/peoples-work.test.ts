import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { evaluateFeedback } from "../../src/app/evaluation/evaluate-feedback.ts";
import { proposeRules } from "../../src/app/rule/propose-rules.ts";
import { createBuiltInEvaluator } from "../../src/drivers/evaluator/built-in-evaluator.ts";
import { GITHUB, openDeliveries } from "../github-deliveries.ts";
import { runCli } from "../run-cli.ts";
import { ALL_TIME } from "../contract/make-feedback.ts";

const { open, deliver, context, kept } = openDeliveries();

const PERSON = { login: "bo", type: "User" };
const INSIDE = { head: { ref: "cart", repo: { id: 5 } }, base: { repo: { id: 5 } } };
/** A pull request that a person of the team opened. */
const PULL = {
  number: 7,
  user: PERSON,
  author_association: "MEMBER",
  labels: [],
  body: "Adds a cart.",
  ...INSIDE,
};

const remark = (n: number, pull: object = PULL, association = "MEMBER") => ({
  action: "created",
  comment: {
    id: 900 + n,
    body: `Close the file handle in a finally block, see place ${n}.`,
    path: `src/part-${n}.ts`,
    line: n,
    user: { login: `someone-${n}`, type: "User" },
    author_association: association,
    created_at: `2026-05-0${n}T08:01:00Z`,
    html_url: `https://github.com/acme/shop/pull/${n}#discussion_r${900 + n}`,
  },
  pull_request: pull,
});

const EVENT = { event: "pull_request_review_comment" };

async function learn() {
  const { store, emend, policy, now } = context();
  const parts = { ...store, ...(await emend.learning()), evaluator: createBuiltInEvaluator(), policy, now };
  await evaluateFeedback(parts)((await kept()).toReversed().map(({ id }) => id));
  return proposeRules(parts)();
}

describe("15.9 reviews of people's own pull requests", () => {
  it("15.9 make no rule for agents, and are not kept unless somebody asks for it", async () => {
    await open();
    for (const n of [1, 2, 3, 4, 5, 6]) {
      expect(await deliver(remark(n), EVENT)).toMatchObject({
        status: 200,
        body: {
          status: "ignored",
          reason: "no_agent",
          message: expect.stringContaining("github.agents") as string,
        },
      });
    }
    expect(await kept()).toEqual([]);
    expect((await learn()).proposed).toEqual([]);
  });

  it("15.9 are kept for the repository where the setting says so, and never speak for a rule", async () => {
    await open({ github: { ...GITHUB, keepPeopleWork: true } });
    for (const n of [1, 2, 3, 4, 5, 6]) expect((await deliver(remark(n), EVENT)).status).toBe(202);
    const closed = {
      action: "closed",
      pull_request: { id: 3, merged: true, merged_by: { login: "ana", type: "User" }, ...PULL },
    };
    expect((await deliver(closed, { event: "pull_request" })).status).toBe(202);
    expect((await kept()).every(({ work_of, agent }) => work_of === "people" && agent === undefined)).toBe(
      true,
    );
    const { proposed } = await learn();
    expect(proposed).toEqual([]);
    const { store } = context();
    expect((await store.clusters.list({ order: "recent", limit: 9 })).items).toEqual([]);
    expect((await store.feedback.rollUp(ALL_TIME)).hours).toEqual([]);
    for (const { id } of (await kept()).slice(0, 6)) {
      expect((await store.evaluations.find(id))?.evaluation).toMatchObject({ classification: "edge_case" });
    }
  });

  it("15.9 are no evidence even next to the same words about an agent's work", async () => {
    await open({ github: { ...GITHUB, keepPeopleWork: true } });
    for (const n of [1, 2, 3]) await deliver(remark(n), EVENT);
    for (const n of [4, 5, 6]) await deliver(remark(n, { ...PULL, labels: [{ name: "agent:rio" }] }), EVENT);
    const [rule] = (await learn()).proposed;
    const agents = await Promise.all(
      rule!.versions[0]!.evidence.map(async (id) => (await context().store.feedback.find(id))?.agent),
    );
    expect(agents).toEqual(["rio", "rio", "rio"]);
  });

  it("15.9 a failed check of a person's branch is nobody's lesson", async () => {
    await open();
    const check = {
      id: 9,
      name: "test",
      conclusion: "failure",
      head_sha: "abc",
      output: { title: "1 failed" },
    };
    const payload = { action: "completed", check_run: { ...check, check_suite: { head_branch: "cart" } } };
    expect(await deliver(payload, { event: "check_run" })).toMatchObject({ body: { reason: "no_agent" } });
    const head_commit = { message: "Adds a cart\n\nCo-Authored-By: Claude <noreply@anthropic.com>" };
    const agents = { ...check, check_suite: { head_branch: "cart", head_commit } };
    const told = await deliver({ ...payload, check_run: agents }, { event: "check_run" });
    expect(told.status).toBe(202);
    expect(await kept()).toMatchObject([{ agent: "claude-code" }]);
  });

  it.each<{ why: string; pull: object; agent: string }>([
    {
      why: "its account is in github.agents",
      pull: { ...PULL, user: { login: "Rio-App[bot]", type: "Bot" } },
      agent: "rio",
    },
    {
      why: "its account is a known agent's",
      pull: { ...PULL, user: { login: "copilot-swe-agent[bot]", type: "Bot" } },
      agent: "copilot",
    },
    { why: "a label names it", pull: { ...PULL, labels: [{ name: "agent:mia" }] }, agent: "mia" },
    {
      why: "a label of github.agents is on it",
      pull: { ...PULL, labels: [{ name: "AI-made" }] },
      agent: "zoe",
    },
    {
      why: "its branch begins as github.agents says",
      pull: { ...PULL, head: { ...INSIDE.head, ref: "codex/cart" } },
      agent: "codex",
    },
    {
      why: "its last lines name a known co-author",
      pull: { ...PULL, body: "Adds a cart.\n\nCo-Authored-By: Claude <noreply@anthropic.com>" },
      agent: "claude-code",
    },
    {
      why: "its last lines name a co-author of github.agents",
      pull: { ...PULL, body: "x\n\nCo-authored-by: Pip <Pip@acme.example>" },
      agent: "pip",
    },
    {
      why: "its co-author is an account of a known agent",
      pull: {
        ...PULL,
        body: "x\n\nco-authored-by: d <158+devin-ai-integration[bot]@users.noreply.github.com>",
      },
      agent: "devin",
    },
  ])("15.9 an agent's work counts as before if $why", async ({ pull, agent }) => {
    const agents = {
      ...GITHUB.agents,
      "label:ai-made": "zoe",
      "branch:codex/": "codex",
      "co-author:pip@acme.example": "pip",
    };
    await open({ github: { ...GITHUB, agents } });
    expect((await deliver(remark(1, pull), EVENT)).status).toBe(202);
    expect(await kept()).toMatchObject([{ agent, author: { trust: "person" } }]);
  });

  it.each<{ why: string; pull: object }>([
    { why: "a bot that nobody named", pull: { ...PULL, user: { login: "dependabot[bot]", type: "Bot" } } },
    {
      why: "a person whose login looks like an agent's",
      pull: { ...PULL, user: { login: "copilot", type: "User" } },
    },
    {
      why: "an outsider who claims a known co-author",
      pull: {
        ...PULL,
        author_association: "NONE",
        head: { ref: "codex/x", repo: { id: 6 } },
        body: "x\n\nCo-Authored-By: Claude <noreply@anthropic.com>",
      },
    },
    {
      why: "a co-author line in the middle of the text",
      pull: { ...PULL, body: "Co-Authored-By: Claude <noreply@anthropic.com>\n\nThat is all." },
    },
    {
      why: "a co-author who is a person",
      pull: { ...PULL, body: "x\n\nCo-authored-by: Al <al@acme.example>" },
    },
  ])("15.9 $why makes it no agent's work", async ({ pull }) => {
    await open();
    expect(await deliver(remark(1, pull), EVENT)).toMatchObject({ body: { reason: "no_agent" } });
  });
});

describe("15.9 emend import of GitHub's reviews", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "emend-people-"));
    writeFileSync(join(folder, "comments.json"), JSON.stringify([remark(1).comment, remark(2).comment]));
    writeFileSync(join(folder, "events.jsonl"), JSON.stringify(remark(3)));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const run = async (...args: readonly string[]) => {
    const { code, stdout } = await runCli(["import", "comments.json", "events.jsonl", "--json", ...args], {
      cwd: folder,
    });
    return { code, tally: JSON.parse(stdout) as { new: number; left_out: { reasons: readonly unknown[] } } };
  };

  it("15.9 leaves out what no agent is known to have done, and says how to name one", async () => {
    const { code, tally } = await run();
    expect([code, tally.new]).toEqual([0, 0]);
    expect(tally.left_out.reasons).toMatchObject([{ reason: "no_agent", count: 3 }]);
    expect(JSON.stringify(tally.left_out)).toContain("--agent");
  });

  it("15.9 takes all of it for the agent that --agent names", async () => {
    expect(await run("--agent", "rio")).toMatchObject({ code: 0, tally: { new: 3 } });
  });

  it("15.9 learns the repository's conventions from people's work if --conventions asks for it", async () => {
    const few = [remark(1), remark(2), remark(4), remark(5), remark(6)].map(({ comment }) => comment);
    writeFileSync(join(folder, "comments.json"), JSON.stringify(few));
    expect(await run("--conventions")).toMatchObject({ code: 0, tally: { new: 6 } });
    const proposed = await runCli(["rules", "propose", "--json", "--as", "ana"], { cwd: folder });
    const { proposed: rules } = JSON.parse(proposed.stdout) as { proposed: readonly { rule_id: string }[] };
    expect(rules).toHaveLength(1);
    const shown = await runCli(["rules", "show", rules[0]!.rule_id], { cwd: folder });
    expect(shown.stdout.replaceAll(/\s+/g, " ")).toContain(
      "from reviews of people's own work, kept as the repository's conventions",
    );
  });
});

describe("16.2 emend import --format github of people's reviews", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "emend-reviews-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const HUNK = { diff_hunk: "@@ -1,1 +1,1 @@\n+x" };
  let id = 5_000;
  const said = (pull: number, login: string, body: string, to?: number) => {
    id += 1;
    return {
      id,
      body,
      path: "src/cart.ts",
      line: 3,
      user: { login, type: "User" },
      author_association: "MEMBER",
      created_at: new Date(Date.UTC(2026, 4, pull) + id * 1_000).toISOString(),
      pull_request_url: `https://api.github.com/repos/acme/shop/pulls/${pull}`,
      html_url: `https://github.com/acme/shop/pull/${pull}#discussion_r${id}`,
      ...HUNK,
      ...(to === undefined ? {} : { in_reply_to_id: to }),
    };
  };
  const history = () =>
    ["cem", "dora", "eva"].flatMap((author, at) => {
      const asked = said(
        at + 1,
        at === 2 ? "bo" : "ana",
        "Close the file handle in a finally block, otherwise it leaks when the parser throws.",
      );
      return [
        asked,
        said(at + 1, author, "Fixed in 77c1e0d, thanks!", asked.id),
        said(at + 1, asked.user.login, "Looks great now.", asked.id),
      ];
    });
  const run = async (...args: readonly string[]) => {
    writeFileSync(join(folder, "comments.json"), JSON.stringify(history()));
    return runCli(["import", "comments.json", ...args], { cwd: folder });
  };

  it("16.2 learns conventions, counts only what asks for something, and says so", async () => {
    const { code, stdout } = await run("--format", "github");
    expect(code).toBe(0);
    expect(stdout).toContain("stored as this repository's conventions");
    expect(stdout).toContain("3 ask for something; the other 6");
    expect(stdout).toContain("--no-conventions");
    const proposed = await runCli(["rules", "propose", "--json", "--as", "ana"], { cwd: folder });
    const { proposed: rules } = JSON.parse(proposed.stdout) as { proposed: readonly { text: string }[] };
    expect(rules).toHaveLength(1);
    expect(rules[0]!.text).toMatch(/handle|resource/i);
  });

  it("16.2 leaves them out if told so, and without --format names the one command that takes them", async () => {
    const left = await run("--format", "github", "--no-conventions");
    expect(left.stdout).toContain("no_agent (9)");
    const guessed = await run();
    expect(guessed.stdout).toContain("no_agent (9)");
    expect(guessed.stdout).toContain("emend import --conventions <file>");
  });
});
