import type { GithubEventName } from "../../../src/core/feedback/from-github-event.ts";
import type { Trust } from "../../../src/core/feedback/feedback.ts";
import type { Door } from "./doors-http.ts";
import { FILE, words } from "./walk-world.ts";

const TIME = "2026-11-15T08:00:00Z";
let number = 1000;

/** Who says something with a trust on GitHub. */
const byTrust = (trust: Trust, marker: string) => ({
  user: { login: `by-${marker}`, type: trust === "reviewer_bot" ? "Bot" : "User" },
  author_association: trust === "person" ? "MEMBER" : "NONE",
});

const PULL = { number: 7, user: { login: "rio-app[bot]", type: "Bot" }, author_association: "NONE" };

const remark = (trust: Trust, marker: string) => ({
  id: (number += 1),
  body: words(marker),
  created_at: TIME,
  html_url: `https://github.com/acme/shop/pull/7#r${number}`,
  ...byTrust(trust, marker),
});

const onLine = (trust: Trust, marker: string) => ({ ...remark(trust, marker), path: FILE, line: 3 });

const said =
  (event: GithubEventName, payload: (trust: Trust, marker: string) => object): Door =>
  async (world, trust, marker) => {
    if (trust === "tool") return false;
    await world.github(event, { repository: { full_name: "acme/shop", id: 5 }, ...payload(trust, marker) });
    return true;
  };

/** A check of a branch of the repository is a tool's. One of a fork names no agent, so nothing of it is recorded. */
const check =
  (event: GithubEventName, payload: (parts: object) => object): Door =>
  async (world, trust, marker) => {
    if (trust !== "tool" && trust !== "outsider") return false;
    const inside = trust === "tool";
    const suite = { head_branch: inside ? "agent/claude-code/x" : null };
    await world.github(event, {
      action: "completed",
      repository: { full_name: "acme/shop", id: 5 },
      ...payload({
        id: (number += 1),
        name: `check-${marker}`,
        context: `check-${marker}`,
        conclusion: "failure",
        state: "failure",
        description: words(marker),
        head_sha: "abc",
        sha: "abc",
        completed_at: TIME,
        updated_at: TIME,
        created_at: TIME,
        actor: { login: "rio-app[bot]" },
        commit: { author: { login: "rio-app[bot]" } },
        check_suite: suite,
        head_branch: suite.head_branch,
        head_repository: { id: inside ? 5 : 6 },
        branches: inside ? [{ name: "agent/claude-code/x" }] : [],
        output: { title: words(marker), summary: words(marker), text: words(marker) },
      }),
    });
    return inside;
  };

/** Every event of GitHub that makes a record. */
export const GITHUB_DOORS: Readonly<Record<GithubEventName, Door>> = {
  pull_request_review: said("pull_request_review", (trust, marker) => ({
    action: "submitted",
    review: { ...remark(trust, marker), state: "changes_requested", submitted_at: TIME },
    pull_request: PULL,
  })),
  pull_request_review_comment: said("pull_request_review_comment", (trust, marker) => ({
    action: "created",
    comment: onLine(trust, marker),
    pull_request: PULL,
  })),
  pull_request_review_thread: said("pull_request_review_thread", (trust, marker) => ({
    action: "resolved",
    thread: { comments: [onLine(trust, marker)] },
    pull_request: PULL,
  })),
  issue_comment: said("issue_comment", (trust, marker) => ({
    action: "created",
    comment: remark(trust, marker),
    issue: { ...PULL, pull_request: {} },
  })),
  // The words are the author's own, and a member who labelled the pull request closes it.
  pull_request: said("pull_request", (trust, marker) => ({
    action: "closed",
    sender: { login: "ana", type: "User" },
    pull_request: {
      ...PULL,
      ...byTrust(trust, marker),
      id: (number += 1),
      title: words(marker),
      body: words(marker),
      labels: [{ name: "agent:claude-code" }],
      head: { ref: marker, sha: "abc", repo: { id: 6 } },
      merged: false,
      closed_at: TIME,
    },
  })),
  check_run: check("check_run", (parts) => ({ check_run: parts })),
  check_suite: check("check_suite", (parts) => ({ check_suite: parts })),
  workflow_run: check("workflow_run", (parts) => ({ workflow_run: parts })),
  status: check("status", (parts) => parts),
};
