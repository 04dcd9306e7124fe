import { defined } from "../defined.ts";
import type { Feedback } from "../feedback/feedback.ts";
import { byCodeUnits } from "../text/code-points.ts";

/** How near a path is to the files at hand, nearest first. */
export const NEARNESSES = ["same_file", "same_folder", "same_extension"] as const;
export type Nearness = (typeof NEARNESSES)[number];

/** The relation of a path to the nearest of these files; undefined if there is none. */
export function nearnessTo(files: readonly string[]): (path: string) => Nearness | undefined {
  const parsedPaths = files.map(parsePath);
  const paths = new Set(parsedPaths.map(({ path }) => path));
  const folders = new Set(parsedPaths.map(({ folder }) => folder));
  const extensions = new Set(parsedPaths.flatMap(({ extension }) => extension ?? []));
  return (path) => {
    const parsed = parsePath(path);
    if (paths.has(parsed.path)) return "same_file";
    if (folders.has(parsed.folder)) return "same_folder";
    return parsed.extension !== undefined && extensions.has(parsed.extension) ? "same_extension" : undefined;
  };
}

/** The folder of a file, for comparisons. */
export const placeFolder = (file: string): string => parsePath(file).folder;

interface ParsedPath {
  readonly path: string;
  readonly folder: string;
  readonly extension: string | undefined;
}

function parsePath(file: string): ParsedPath {
  const path = file.replaceAll("\\", "/").replace(/^(?:\.\/)+/, "");
  const slash = path.lastIndexOf("/");
  const name = path.slice(slash + 1);
  const dot = name.lastIndexOf(".");
  return {
    path,
    folder: slash < 0 ? "" : path.slice(0, slash),
    // A leading dot marks a hidden file, not an extension.
    extension: dot > 0 && dot < name.length - 1 ? name.slice(dot + 1).toLowerCase() : undefined,
  };
}

/** A past mistake near some files, with all feedback about it. */
export interface Mistake {
  /** How its feedback is grouped: by cluster, by tag, or not at all. */
  readonly about: "cluster" | "tag" | "feedback";
  /** The id of the cluster or feedback, or the tag. */
  readonly id: string;
  readonly count: number;
  /** Its nearest location. */
  readonly here: Nearness;
  readonly last_time: string;
  /** Its paths, latest first. */
  readonly paths: readonly string[];
  /** The latest record at the nearest location. */
  readonly example: Feedback;
  /** The latest suggested fix. */
  readonly fix?: string;
}

export interface RankedMistakes {
  /** Most important first. */
  readonly mistakes: readonly Mistake[];
  /** The number beyond the limit. */
  readonly more: number;
}

export interface MistakeQuestion {
  readonly files: readonly string[];
  /** Clusters by feedback id. */
  readonly clusterOf: ReadonlyMap<string, string>;
  readonly limit: number;
  /** The tag for no gate; records that share it have nothing in common. */
  readonly fallbackTag?: string;
}

/** Mistakes in the same file are the most predictive. */
const WEIGHT = { same_file: 4, same_folder: 2, same_extension: 1 } as const satisfies Record<
  Nearness,
  number
>;
const MAX_PATHS = 3;

/**
 * Ranks an agent's mistakes near some files by frequency and nearness, then latest first. Agents read this, so
 * nothing from outsiders is included: no words, tags, paths or counts.
 */
export function rankMistakes(feedback: readonly Feedback[], question: MistakeQuestion): RankedMistakes {
  const nearnessOf = nearnessTo(question.files);
  const near = feedback
    .filter(({ author }) => author.trust !== "outsider")
    .flatMap((record) => {
      // An approval is only in a cluster if it asks for a change; otherwise it reports no mistake.
      const outcome = record.outcome ?? record.claimed_outcome;
      if (outcome === "approved" && !question.clusterOf.has(record.id)) return [];
      const path = record.target?.path;
      const here = path === undefined ? undefined : nearnessOf(path);
      return path === undefined || here === undefined ? [] : [{ record, path, here }];
    })
    .toSorted((a, b) => byCodeUnits(b.record.time, a.record.time) || byCodeUnits(a.record.id, b.record.id));
  const groups = new Map<string, Group>();
  const tagOf = mostSharedTag(
    near.map(({ record }) => record),
    question.fallbackTag,
  );
  for (const one of near) {
    const { about, id } = kindOf(one.record, question.clusterOf, tagOf);
    const key = `${about} ${id}`;
    const group = groups.get(key) ?? { about, id, members: [] };
    group.members.push(one);
    groups.set(key, group);
  }
  const ranked = [...groups.values()]
    .map((group) => ({ mistake: toMistake(group), weight: weightOf(group) }))
    .toSorted(
      (a, b) =>
        b.weight - a.weight ||
        byCodeUnits(b.mistake.last_time, a.mistake.last_time) ||
        byCodeUnits(a.mistake.id, b.mistake.id),
    );
  return {
    mistakes: ranked.slice(0, question.limit).map(({ mistake }) => mistake),
    more: Math.max(0, ranked.length - question.limit),
  };
}

interface Near {
  readonly record: Feedback;
  readonly path: string;
  readonly here: Nearness;
}

interface Group extends Pick<Mistake, "about" | "id"> {
  /** Latest first. */
  readonly members: Near[];
}

const weightOf = ({ members }: Group): number => members.reduce((sum, { here }) => sum + WEIGHT[here], 0);

function kindOf(
  record: Feedback,
  clusterOf: ReadonlyMap<string, string>,
  tagOf: (record: Feedback) => string | undefined,
): Pick<Mistake, "about" | "id"> {
  const cluster = clusterOf.get(record.id);
  if (cluster !== undefined) return { about: "cluster", id: cluster };
  const tag = tagOf(record);
  return tag === undefined ? { about: "feedback", id: record.id } : { about: "tag", id: tag };
}

/** Feedback with several tags counts once, under the most frequent one. */
function mostSharedTag(
  feedback: readonly Feedback[],
  fallbackTag: string | undefined,
): (record: Feedback) => string | undefined {
  const counts = new Map<string, number>();
  for (const tag of feedback.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return ({ tags }) =>
    tags
      .filter((tag) => tag !== fallbackTag)
      .toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || byCodeUnits(a, b))[0];
}

function toMistake({ about, id, members }: Group): Mistake {
  const nearest = nearestOf(members);
  const fix = members.find(({ record }) => record.fix !== undefined)?.record.fix;
  return {
    about,
    id,
    count: members.length,
    here: nearest.here,
    last_time: members[0]!.record.time,
    paths: [...new Set(members.map(({ path }) => path))].slice(0, MAX_PATHS),
    example: nearest.record,
    ...defined({ fix }),
  };
}

/** A group has at least one member. */
function nearestOf(members: readonly Near[]): Near {
  const [first, ...others] = members;
  return others.reduce((best, one) => (rankOf(one) < rankOf(best) ? one : best), first!);
}

const rankOf = ({ here }: Near): number => NEARNESSES.indexOf(here);
