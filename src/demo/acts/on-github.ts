import { DemoFault } from "../demo-world.ts";
import { PEOPLE } from "../story.ts";
import type { Random } from "../random.ts";
import type { Stage } from "../stage.ts";
import type { DemoRun } from "./runs.ts";

const REPOSITORY = { id: 77, name: "shop", full_name: "acme/shop", owner: { login: "acme" } };

/** A pull request by rio that people review on GitHub, delivered as a webhook. */
export async function reviewOnGithub(
  run: DemoRun,
  number: number,
  stage: Stage,
  random: Random,
): Promise<void> {
  const login = PEOPLE.find(({ name }) => name === run.reviewer)!.login;
  const user = { login, type: "User" };
  const remark = run.mistake?.remark(run.work);
  const time = new Date(stage.now()).toISOString();
  const pull = {
    number: 2_000 + number,
    user: { login: "rio-acme[bot]", type: "Bot" },
    head: { ref: `agent/rio/${number}`, sha: run.id, repo: { id: REPOSITORY.id } },
    base: { ref: "main", repo: { id: REPOSITORY.id } },
  };
  const address = `https://github.example/acme/shop/pull/${pull.number}`;
  const common = { user, author_association: "MEMBER", commit_id: run.id };
  if (remark === undefined || random.next() < 0.5) {
    const review = {
      ...common,
      id: 40_000 + number,
      state: remark === undefined ? "approved" : "changes_requested",
      body: remark ?? null,
      submitted_at: time,
      html_url: `${address}#pullrequestreview-${number}`,
    };
    return deliver("pull_request_review", { action: "submitted", review });
  }
  const line = random.integer(4, 90);
  const comment = {
    ...common,
    id: 50_000 + number,
    path: run.work.files[0],
    line,
    original_line: line,
    side: "RIGHT",
    subject_type: "line",
    diff_hunk: hunkOf(run.work.output),
    body: remark,
    created_at: time,
    html_url: `${address}#discussion_r${number}`,
  };
  return deliver("pull_request_review_comment", { action: "created", comment });

  async function deliver(event: string, payload: object): Promise<void> {
    const { status, body } = await stage.world.github(event, `demo-${event}-${number}`, {
      ...payload,
      pull_request: pull,
      repository: REPOSITORY,
      sender: user,
    });
    if (status >= 300) throw new DemoFault(`GitHub's event was refused: ${JSON.stringify(body)}`);
  }
}

const hunkOf = (diff: string): string => diff.slice(diff.indexOf("@@")).trimEnd();
