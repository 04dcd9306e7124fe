import { fieldOf, textOf } from "../json/json.ts";

/** The branch on which Entire keeps a copy of the agents' transcripts. */
export const ENTIRE_BRANCH = "entire/checkpoints/v1";

/** A file of the branch. */
export interface EntireFile {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
}

export interface EntireTranscript {
  /** Entire cuts a long transcript into files, to be read one after the other. */
  readonly paths: readonly string[];
  readonly session: string;
  /** Of all files together, in bytes. */
  readonly size: number;
}

const TRANSCRIPT = /^([0-9a-f]{2}\/[0-9a-f]{10}(?:\/\d+)?)\/full\.(?:jsonl|log)(?:\.\d{3})?$/;
const METADATA = "/metadata.json";

/** The metadata of every transcript in the listing: the files that a driver has to read for `chooseTranscripts`. */
export function entireMetadataPaths(files: readonly EntireFile[]): readonly string[] {
  const folders = new Set(files.map(({ path }) => TRANSCRIPT.exec(path)?.[1]));
  return files
    .map(({ path }) => path)
    .filter((path) => path.endsWith(METADATA) && folders.has(path.slice(0, -METADATA.length)));
}

/**
 * The longest transcript of each session. Entire stores a session again at each checkpoint, longer each time.
 * `metadata` maps the path of a `metadata.json` to its text. A transcript whose metadata does not name a session is a
 * session of its own. The agent's name in the metadata is wrong at times, so the format must be told by content.
 */
export function chooseTranscripts(
  files: readonly EntireFile[],
  metadata: ReadonlyMap<string, string>,
): readonly EntireTranscript[] {
  const folders = Map.groupBy(files, ({ path }) => TRANSCRIPT.exec(path)?.[1]);
  const longest = new Map<string, EntireTranscript>();
  for (const [folder, parts] of folders) {
    if (folder === undefined) continue;
    const session = sessionOf(metadata.get(folder + METADATA)) ?? folder;
    const size = parts.reduce((sum, part) => sum + part.size, 0);
    if (size <= (longest.get(session)?.size ?? -1)) continue;
    // `full.jsonl` comes before `full.jsonl.001`.
    longest.set(session, { paths: parts.map(({ path }) => path).toSorted(), session, size });
  }
  return [...longest.values()];
}

/** The session's id in the text of a `metadata.json`. */
function sessionOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  try {
    return textOf(fieldOf(JSON.parse(text), "session_id"));
  } catch {
    return undefined;
  }
}
