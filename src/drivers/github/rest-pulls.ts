import { z } from "zod";
import { pullPlace } from "../../core/correction/review-remark.ts";
import { pullFromRest } from "../../core/correction/rest-review.ts";
import type { GithubSession } from "./github-session.ts";
import type { PullSource, ReadPull } from "./pull-source.ts";

const PULL = z.looseObject({
  number: z.number().int().positive(),
  updated_at: z.string(),
  html_url: z.string(),
});
const ANY = z.record(z.string(), z.unknown());
const PAGE_LENGTH = 100;

/** For servers and tokens that GraphQL refuses: five requests for each pull request, and no word on which threads are resolved. */
export function createRestPulls(
  session: GithubSession,
  parts: { readonly owner: string; readonly repo: string },
): PullSource {
  const readPull = async (number: number): Promise<ReadPull | undefined> => {
    const about = { ...parts, pull_number: number };
    const list = (path: string, parameters: Readonly<Record<string, unknown>> = about) =>
      session.list({ route: `GET /repos/{owner}/{repo}/${path}`, parameters, answer: ANY });
    const pull = await session.send({
      route: "GET /repos/{owner}/{repo}/pulls/{pull_number}",
      parameters: about,
      answer: PULL,
    });
    const at = pullPlace(pull.html_url);
    if (at === undefined) return undefined;
    const lineComments = await list("pulls/{pull_number}/comments");
    const reviews = await list("pulls/{pull_number}/reviews");
    const commits = await list("pulls/{pull_number}/commits");
    const comments = await list("issues/{issue_number}/comments", { ...parts, issue_number: number });
    const read = pullFromRest({ pull, lineComments, reviews, comments, commits }, at);
    return { number, version: pull.updated_at, pull: read };
  };
  return {
    batch: 1,
    list: async (after) => {
      const page = Number(after ?? 1);
      const parameters = {
        ...parts,
        state: "all",
        sort: "updated",
        direction: "desc",
        per_page: PAGE_LENGTH,
        page,
      };
      const route = "GET /repos/{owner}/{repo}/pulls";
      const pulls = await session.send({ route, parameters, answer: z.array(PULL) });
      return {
        pulls: pulls.map(({ number, updated_at: version }) => ({ number, version })),
        ...(pulls.length < PAGE_LENGTH ? {} : { next: String(page + 1) }),
      };
    },
    read: async (numbers) => {
      const read = [];
      for (const number of numbers) read.push(await readPull(number));
      return read.flatMap((pull) => pull ?? []);
    },
  };
}
