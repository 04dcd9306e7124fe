import { hash64 } from "../hash.ts";
import { type EvaluationRecord, standingOf } from "../evaluation/evaluation.ts";
import type { Feedback } from "../feedback/feedback.ts";
import type { Rule, RuleStatus } from "../rule/rule.ts";

const MAX_PART = 80;
const MAX_SLUG = 40;
/** Starts with a character that no tool takes for an option or a hidden file. */
const SAFE = /^[A-Za-z0-9_][A-Za-z0-9._-]*$/;
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9])(?:\.|$)/i;
const HASHED = /-[0-9a-f]{16}$/i;

/** A name from outside as a path segment: itself if every file system accepts it, otherwise a slug with a hash. */
export const pathPart = (name: string): string => (isSafePart(name) ? name : hashedPart(name));

const isSafePart = (name: string): boolean =>
  name.length <= MAX_PART &&
  SAFE.test(name) &&
  !name.endsWith(".") &&
  !DEVICE.test(name) &&
  // Otherwise a name could equal another one's slug and hash.
  !HASHED.test(name);

/** Unique even on case-insensitive file systems. */
function hashedPart(name: string): string {
  const slug = name
    .slice(0, MAX_PART)
    .replace(/[^A-Za-z0-9_]+/g, "-")
    .replace(/^-/, "")
    .slice(0, MAX_SLUG)
    .replace(/-$/, "");
  return `${slug === "" ? "name" : slug}-${hash64(name)}`;
}

/** Maps names to folders, because some file systems cannot tell `Api` from `api`. */
export interface LedgerFolders {
  /** The folder of a name in an area such as `decisions`, without reserving it. */
  readonly find: (area: string, name: string) => string;
  /** The same, and reserves it, so that another spelling gets another folder. */
  readonly claim: (area: string, name: string) => string;
}

/** Existing folders keep their names, so that every run gives the same result. */
export function createLedgerFolders(paths: Iterable<string>): LedgerFolders {
  const owners = new Map<string, string>();
  const reserve = (area: string, part: string): void => {
    const key = `${area}/${part.toLowerCase()}`;
    if (!owners.has(key)) owners.set(key, part);
  };
  for (const path of paths) {
    const [area, part, file] = path.split("/", 3);
    if (area !== undefined && part !== undefined && file !== undefined) reserve(area, part);
  }
  const find = (area: string, name: string): string => {
    if (!isSafePart(name)) return hashedPart(name);
    const owner = owners.get(`${area}/${name.toLowerCase()}`);
    return owner === undefined || owner === name ? name : hashedPart(name);
  };
  return {
    find,
    claim: (area, name) => {
      const part = find(area, name);
      reserve(area, part);
      return part;
    },
  };
}

const RECORD = /^(?:decisions|feedback)\/[A-Za-z0-9_][A-Za-z0-9._-]*\/(fb_[0-9a-f]{32})\.yaml$/;
const CORRECTION = /^corrections\/[A-Za-z0-9_][A-Za-z0-9._-]*\/correction\.diff$/;
const RULE = /^rules\/(?:proposed|active|rejected|retired)\/(ru_[0-9a-f]{32})\.yaml$/;
const EVALUATION = /^(?:edge_cases|evaluations\/[a-z_]+)\/(fb_[0-9a-f]{32})\.yaml$/;
const CLUSTER = /^clusters\/(cl-[0-9a-f]{16}(?:[0-9a-f]{16})?)\.yaml$/;
const CLUSTER_ID = /^cl-[0-9a-f]{16}$/;
const NO_GATE = "no-gate";

export type FolderOf = LedgerFolders["find"];

/** Flagged rules are still in prompts; expired ones were never approved. */
const RULE_FOLDERS: Readonly<Record<RuleStatus, string>> = {
  proposed: "proposed",
  active: "active",
  flagged: "active",
  rejected: "rejected",
  expired: "rejected",
  retired: "retired",
};

/** `decisions/<gate>/<id>.yaml` for a person's decision, `feedback/<source kind>/<id>.yaml` for everything else. */
export function recordPath({ id, source, gate }: Feedback, folderOf: FolderOf): string {
  const file = `${pathPart(id)}.yaml`;
  return source.kind === "decision"
    ? `decisions/${folderOf("decisions", gate ?? NO_GATE)}/${file}`
    : `feedback/${folderOf("feedback", source.kind)}/${file}`;
}

export const correctionPath = (task: string, folderOf: FolderOf): string =>
  `corrections/${folderOf("corrections", task)}/correction.diff`;

/** The folder depends on the status, so a decision moves the file. */
export const rulePath = ({ id, status }: Pick<Rule, "id" | "status">): string =>
  `rules/${RULE_FOLDERS[status]}/${pathPart(id)}.yaml`;

/** `edge_cases/<id>.yaml` for edge cases, `evaluations/<class>/<id>.yaml` for the rest. */
export function evaluationPath(record: EvaluationRecord): string {
  const standing = standingOf(record);
  const folder = standing === "edge_case" ? "edge_cases" : `evaluations/${standing}`;
  return `${folder}/${pathPart(record.feedback_id)}.yaml`;
}

export const clusterPath = (id: string): string =>
  `clusters/${CLUSTER_ID.test(id) ? id : `cl-${hash64(id)}${hash64(`#${id}`)}`}.yaml`;

/** The record id in a path, if it is one; likewise for the three below. */
export const recordIdOf = (path: string): string | undefined => RECORD.exec(path)?.[1];
export const ruleIdOfPath = (path: string): string | undefined => RULE.exec(path)?.[1];
export const evaluatedIdOf = (path: string): string | undefined => EVALUATION.exec(path)?.[1];
export const clusterKeyOf = (path: string): string | undefined => CLUSTER.exec(path)?.[1];

export const isCorrectionPath = (path: string): boolean => CORRECTION.test(path);

/** Whether Emend writes the file; all other files belong to people. */
export const isWrittenPath = (path: string): boolean =>
  [RECORD, CORRECTION, RULE, EVALUATION, CLUSTER].some((form) => form.test(path));
