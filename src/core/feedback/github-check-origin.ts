import {
  agentOfBranch,
  agentOfLogin,
  agentOfTrailers,
  isOwnBranch,
  type AgentsByLogin,
} from "./github-agent.ts";
import { githubTask } from "./github-task.ts";
import { fieldOf, listOf, textOf, type JsonObject } from "../json/read-json.ts";

const MAX_BRANCHES = 100;

/** Which work a check was of. */
export interface CheckOrigin {
  readonly agent: string | undefined;
  readonly task: string | undefined;
  /**
   * Whether the work is on a branch of the repository. The output of a fork's check repeats what its author's
   * code prints, so it is an outsider's.
   */
  readonly isInside: boolean;
}

/** GitHub names neither the pull request nor the branch of a check suite on a fork. */
export function checkOrigin(
  payload: JsonObject,
  check: JsonObject,
  agents: AgentsByLogin | undefined,
): CheckOrigin {
  const suite = fieldOf(check, "check_suite");
  const pulls = [...listOf(fieldOf(check, "pull_requests")), ...listOf(fieldOf(suite, "pull_requests"))];
  const pull = pulls.find(isOwnBranch);
  const branches = ownBranches(payload, check, pull);
  const isInside = branches.length > 0;
  return {
    agent: isInside
      ? (agentOfPusher(check, agents) ??
        agentOfBranches(branches, agents) ??
        agentOfTrailers(commitMessage(check), agents))
      : undefined,
    task: githubTask(payload, fieldOf(pull, "number")),
    isInside,
  };
}

/** Who started a workflow by pushing, or wrote the commit that has a status; no other check tells. */
const agentOfPusher = (check: JsonObject, agents: AgentsByLogin | undefined): string | undefined =>
  [fieldOf(check, "actor"), fieldOf(fieldOf(check, "commit"), "author")]
    .map((user) => agentOfLogin(fieldOf(user, "login"), agents))
    .find((agent) => agent !== undefined);

const agentOfBranches = (
  branches: readonly string[],
  agents: AgentsByLogin | undefined,
): string | undefined =>
  branches.map((branch) => agentOfBranch(branch, agents)).find((agent) => agent !== undefined);

/** Of the commit that was checked; not every event brings it along. */
const commitMessage = (check: JsonObject): unknown =>
  [
    fieldOf(check, "head_commit"),
    fieldOf(fieldOf(check, "check_suite"), "head_commit"),
    fieldOf(fieldOf(check, "commit"), "commit"),
  ]
    .map((commit) => fieldOf(commit, "message"))
    .find((message) => message !== undefined);

function ownBranches(payload: JsonObject, check: JsonObject, pull: unknown): readonly string[] {
  const fork = fieldOf(check, "head_repository");
  const isFork = fork !== undefined && fieldOf(fork, "id") !== fieldOf(fieldOf(payload, "repository"), "id");
  const listed = listOf(fieldOf(payload, "branches")).slice(0, MAX_BRANCHES);
  const all = [
    fieldOf(fieldOf(pull, "head"), "ref"),
    ...(isFork ? [] : [fieldOf(check, "head_branch"), fieldOf(fieldOf(check, "check_suite"), "head_branch")]),
    ...listed.map((branch) => fieldOf(branch, "name")),
  ];
  return all.filter((name): name is string => textOf(name) !== undefined);
}
