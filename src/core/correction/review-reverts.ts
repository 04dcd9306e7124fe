import { defined } from "../defined.ts";
import { maskPrivate } from "../rule-text/secrets.ts";
import { clipText } from "../text/bounded-text.ts";
import type { CorrectionKind, CorrectionOutcome, PastCorrection } from "./past-correction.ts";
import { isSameLogin } from "./placed-remark.ts";
import { type PullCommit, pullName, type ReviewedPull } from "./reviewed-pull.ts";

const MAX_MESSAGE = 600;
const REVERTS_PULL = /^Reverts (?:([\w.-]{1,100}\/[\w.-]{1,100}))?#(\d{1,9})\b/im;
const REVERTS_COMMIT = /^This reverts commit ([0-9a-f]{7,64})\b/im;
const MERGE = /^Merge (?:branch|pull request|remote-tracking branch|tag|commit)\b/;
const APPLIED_SUGGESTION = /^Apply suggestions? from\b/;

type AgentOf = (pull: ReviewedPull) => string | undefined;

/** Work that others took back or rewrote: pull requests and commits that revert it, and commits on somebody else's branch. */
export function undoneWork(
  pulls: readonly ReviewedPull[],
  agentOf: AgentOf,
  project: string,
): readonly PastCorrection[] {
  const byName = new Map(pulls.map((pull) => [pullName(pull).toLowerCase(), pull]));
  const byCommit = new Map(
    pulls.flatMap((pull) => pull.commits.map((commit) => [commit.sha, { pull, commit }] as const)),
  );
  const members = membersOf(pulls);
  return pulls.flatMap((pull) => [
    ...revertedPull(pull, byName, agentOf, project),
    ...pull.commits
      .filter(
        ({ author, isVerified }) =>
          author !== undefined &&
          !author.endsWith("[bot]") &&
          (isInside(pull) || (isVerified && members.has(author.toLowerCase()))),
      )
      .flatMap((commit) => {
        const sha = REVERTS_COMMIT.exec(commit.message)?.[1];
        const reverted = sha === undefined ? undefined : byCommit.get(sha);
        if (sha === undefined) {
          const isOne = isRewrite(pull, commit, members, agentOf);
          return isOne ? [ofCommit("rewritten", pull, commit, agentOf, project)] : [];
        }
        // Whoever takes back their own commit was corrected by nobody.
        if (reverted === undefined || isSameLogin(reverted.commit.author, commit.author)) return [];
        const undone = ofCommit("undone", pull, commit, agentOf, project);
        return [{ ...undone, ...defined({ agent: agentOf(reverted.pull) }) }];
      }),
  ]);
}

function revertedPull(
  pull: ReviewedPull,
  byName: ReadonlyMap<string, ReviewedPull>,
  agentOf: AgentOf,
  project: string,
): readonly PastCorrection[] {
  // Words of outsiders become no rule, and those of programs none either.
  if (pull.author?.isMember === false || pull.author?.isBot === true) return [];
  const [line, repository = pull.repository, number] = REVERTS_PULL.exec(pull.description) ?? [];
  if (number === undefined || line === undefined || !pull.title.startsWith("Revert")) return [];
  const name = pullName({ repository, number: Number(number) });
  const reverted = byName.get(name.toLowerCase());
  const reason = pull.description.replace(line, "").trim();
  return [
    {
      ...shared(pull, project, pull.url),
      id: `review:${pull.server}/pull/${pullName(pull)}`,
      kind: "undone",
      remark: maskPrivate(clipText([pull.title, reason].filter(Boolean).join("\n\n"), MAX_MESSAGE)),
      session: name,
      ...defined({
        author: pull.author?.login,
        time: pull.createdAt,
        agent: reverted === undefined ? undefined : agentOf(reverted),
      }),
    },
  ];
}

/** Whether only people of the repository can have added commits. */
const isInside = ({ isOwnBranch, author }: ReviewedPull): boolean => isOwnBranch || author?.isMember === true;

/** Somebody of the repository added to work that is not theirs. */
function isRewrite(
  pull: ReviewedPull,
  { author, message, time }: PullCommit,
  members: ReadonlySet<string>,
  agentOf: AgentOf,
): boolean {
  if (author === undefined || pull.author === undefined || isSameLogin(author, pull.author.login))
    return false;
  if (MERGE.test(message) || APPLIED_SUGGESTION.test(message)) return false;
  // A commit from before the pull request was brought along by its author.
  if (time === undefined || pull.createdAt === undefined || time <= pull.createdAt) return false;
  return members.has(author.toLowerCase()) || (agentOf(pull) !== undefined && pull.isOwnBranch);
}

const membersOf = (pulls: readonly ReviewedPull[]): ReadonlySet<string> =>
  new Set(
    pulls
      .flatMap((pull) => [
        pull.author,
        ...[...pull.threads.flatMap(({ remarks }) => remarks), ...pull.reviews, ...pull.comments].map(
          ({ author }) => author,
        ),
      ])
      .flatMap((author) => (author?.isMember === true && !author.isBot ? [author.login.toLowerCase()] : [])),
  );

function ofCommit(
  kind: CorrectionKind,
  pull: ReviewedPull,
  { sha, message, author, time }: PullCommit,
  agentOf: AgentOf,
  project: string,
): PastCorrection {
  return {
    ...shared(pull, project, `https://${pull.server}/${pull.repository}/commit/${sha}`),
    id: `review:${pull.server}/commit/${sha}`,
    kind,
    remark: maskPrivate(clipText(withoutTrailers(message), MAX_MESSAGE)),
    ...defined({ author, time, agent: agentOf(pull) }),
  };
}

const withoutTrailers = (message: string): string =>
  message.replaceAll(/^(?:[A-Z][a-z]+-)+[Bb]y:.*$/gm, "").trim();

const OUTCOMES: Readonly<Record<ReviewedPull["state"], CorrectionOutcome>> = {
  merged: "landed",
  closed: "declined",
  open: "unknown",
  unknown: "unknown",
};

const shared = (pull: ReviewedPull, project: string, url: string) => ({
  found: "review" as const,
  outcome: OUTCOMES[pull.state],
  project,
  session: pullName(pull),
  rework: 0,
  origin: { url },
});
