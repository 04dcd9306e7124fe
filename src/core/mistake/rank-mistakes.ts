import { defined } from "../defined.ts";
import type { Feedback } from "../feedback/feedback.ts";
import { byCodeUnits } from "../text/code-points.ts";

/** How near a place is to the files that an agent is about to touch, the nearest first. */
export const NEARNESSES = ["same_file", "same_folder", "same_extension"] as const;
export type Nearness = (typeof NEARNESSES)[number];

/** How near a path is to the nearest of these files; nothing where it has nothing to do with them. */
export function nearnessTo(files: readonly string[]): (path: string) => Nearness | undefined {
  const places = files.map(placeOf);
  const paths = new Set(places.map(({ path }) => path));
  const folders = new Set(places.map(({ folder }) => folder));
  const extensions = new Set(places.flatMap(({ extension }) => extension ?? []));
  return (path) => {
    const place = placeOf(path);
    if (paths.has(place.path)) return "same_file";
    if (folders.has(place.folder)) return "same_folder";
    return place.extension !== undefined && extensions.has(place.extension) ? "same_extension" : undefined;
  };
}

/** The folder of a file, as places are compared. */
export const placeFolder = (file: string): string => placeOf(file).folder;

interface Place {
  readonly path: string;
  readonly folder: string;
  readonly extension: string | undefined;
}

function placeOf(file: string): Place {
  const path = file.replaceAll("\\", "/").replace(/^(?:\.\/)+/, "");
  const slash = path.lastIndexOf("/");
  const name = path.slice(slash + 1);
  const dot = name.lastIndexOf(".");
  return {
    path,
    folder: slash < 0 ? "" : path.slice(0, slash),
    // A leading dot names a hidden file, and no kind of file.
    extension: dot > 0 && dot < name.length - 1 ? name.slice(dot + 1).toLowerCase() : undefined,
  };
}

/** What an agent was told near some files, told once for all that say the same. */
export interface Mistake {
  /** What makes its feedback one: a cluster, a tag, or nothing, where it stands alone. */
  readonly about: "cluster" | "tag" | "feedback";
  /** Of the cluster, the tag itself, or of the feedback. */
  readonly id: string;
  readonly count: number;
  /** The nearest of its places. */
  readonly here: Nearness;
  readonly last_time: string;
  /** Where it happened, the latest first. */
  readonly paths: readonly string[];
  /** The latest of the nearest. */
  readonly example: Feedback;
  /** The latest that anybody said to do about it. */
  readonly fix?: string;
}

export interface RankedMistakes {
  /** The weightiest first. */
  readonly mistakes: readonly Mistake[];
  /** Those beyond the limit. */
  readonly more: number;
}

export interface MistakeQuestion {
  readonly files: readonly string[];
  /** The cluster of each piece of feedback that has one. */
  readonly clusterOf: ReadonlyMap<string, string>;
  readonly limit: number;
  /** Stands for no gate at all, so that records which share it have nothing in common. */
  readonly fallbackTag?: string;
}

/** What happened in the very file says most about what will happen there. */
const WEIGHT = { same_file: 4, same_folder: 2, same_extension: 1 } as const satisfies Record<
  Nearness,
  number
>;
const MAX_PATHS = 3;

/**
 * What an agent gets wrong near some files, by weight: how often and how near, the latest first among equals. The
 * order in which feedback is given does not matter. Agents read this, so nothing of an outsider's is in it: not the
 * words, nor the tag, the path or the count.
 */
export function rankMistakes(feedback: readonly Feedback[], question: MistakeQuestion): RankedMistakes {
  const nearnessOf = nearnessTo(question.files);
  const near = feedback
    .filter(({ author }) => author.trust !== "outsider")
    .flatMap((record) => {
      // An approval is in a cluster where it asks for a change all the same, and otherwise tells of nothing wrong.
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
  /** The latest first. */
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

/** Feedback with several tags counts once, under the one that most of the others have too. */
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

/** There is always one: a group begins with a member. */
function nearestOf(members: readonly Near[]): Near {
  const [first, ...others] = members;
  return others.reduce((best, one) => (rankOf(one) < rankOf(best) ? one : best), first!);
}

const rankOf = ({ here }: Near): number => NEARNESSES.indexOf(here);
