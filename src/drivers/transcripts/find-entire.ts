import { recogniseTranscript } from "../../core/transcript/all-readers.ts";
import {
  chooseTranscripts,
  ENTIRE_BRANCH,
  entireMetadataPaths,
  type EntireTranscript,
} from "../../core/transcript/entire.ts";
import type { TranscriptFormat } from "../../core/transcript/transcript.ts";
import type { FoundTranscripts, TranscriptFile } from "../../ports/transcripts.ts";
import type { Git } from "../git/git-process.ts";
import { readRecords } from "../git/list-tree.ts";
import { readBlobs } from "../git/read-blobs.ts";
import { forEachOf, type Search } from "./findings.ts";
import { firstBytes } from "./regular-file.ts";
import { openRepository } from "./repository-git.ts";
import { HEAD_BYTES } from "./read-transcript.ts";

const MAX_METADATA_BYTES = 1024 * 1024;
const LINE_END = Buffer.from("\n");

/** The parts of a transcript in a repository. */
export interface GitTranscript {
  readonly git: Git;
  readonly blobs: readonly string[];
}

interface Blob {
  readonly path: string;
  readonly blob: string;
  readonly size: number;
}

/** Entire's copies of the transcripts. `known` gets what `read` needs, because a path does not name the repository. */
export async function findEntire(
  { scope }: Search,
  known: Map<string, GitTranscript>,
): Promise<readonly FoundTranscripts[]> {
  const git = openRepository(scope.root);
  if (git === undefined) return [];
  const ref = await findRef(git);
  if (ref === undefined) return [];
  const branch = ref.replace(/^refs\/(?:heads|remotes)\//, "");
  const place = `git branch ${branch}`;
  try {
    const blobs = await filesOf(git, ref);
    const chosen = chooseTranscripts([...blobs.values()], await metadataOf(git, blobs));
    const byFormat = new Map<TranscriptFormat | undefined, TranscriptFile[]>();
    await forEachOf(chosen, async (transcript) => {
      const parts = { git, blobs: transcript.paths.map((path) => blobs.get(path)!.blob) };
      const format = await formatOf(parts, transcript);
      const path = `git:${branch}:${transcript.paths[0]}`;
      known.set(path, parts);
      const file = { path, size: transcript.size, version: parts.blobs.join("+") };
      if (!byFormat.get(format)?.push(file)) byFormat.set(format, [file]);
    });
    return resultOf(place, byFormat);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return [{ agent: "claude-code", place: `${place} (cannot be read: ${why})`, files: [] }];
  }
}

/** A fresh clone has the branch of its remote only. */
async function findRef(git: Git): Promise<string | undefined> {
  const names = [`refs/heads/${ENTIRE_BRANCH}`, `refs/remotes/*/${ENTIRE_BRANCH}`];
  const listed = await git.ask("for-each-ref", "--format=%(refname)", ...names).catch(() => "");
  return listed.split("\n").find((name) => name !== "");
}

/** Regular files only: a link in a tree is a blob with another mode. */
async function filesOf(git: Git, ref: string): Promise<ReadonlyMap<string, Blob>> {
  const files = new Map<string, Blob>();
  for await (const record of readRecords(git, ["ls-tree", "-r", "-z", "-l", "--full-tree", ref])) {
    const [, blob, size, path] = /^100\d+ blob ([0-9a-f]+) +(\d+)\t(.*)$/s.exec(record) ?? [];
    if (path !== undefined) files.set(path, { path, blob: blob!, size: Number(size) });
  }
  return files;
}

async function metadataOf(git: Git, files: ReadonlyMap<string, Blob>): Promise<ReadonlyMap<string, string>> {
  const wanted = entireMetadataPaths([...files.values()]).map((path) => files.get(path)!);
  const metadata = new Map<string, string>();
  for await (const { asked, content } of readBlobs(git, wanted, { most: MAX_METADATA_BYTES })) {
    if (content !== undefined) metadata.set(asked.path, content.toString("utf8"));
  }
  return metadata;
}

async function formatOf(
  parts: GitTranscript,
  { paths }: EntireTranscript,
): Promise<TranscriptFormat | undefined> {
  const head = await firstBytes(readGitParts(parts), HEAD_BYTES);
  return recogniseTranscript(head.toString("utf8"), paths[0]!)?.format;
}

/** Entire cuts a transcript between two lines, and drops the line end. */
export async function* readGitParts({ git, blobs }: GitTranscript): AsyncGenerator<Buffer> {
  for (const [at, blob] of blobs.entries()) {
    if (at > 0) yield LINE_END;
    const { child, finish, abandon } = git.start(["cat-file", "blob", blob]);
    let isDone = false;
    try {
      for await (const part of child.stdout) yield part as Buffer;
      isDone = true;
      await finish();
    } finally {
      if (!isDone) await abandon();
    }
  }
}

function resultOf(
  place: string,
  byFormat: ReadonlyMap<TranscriptFormat | undefined, readonly TranscriptFile[]>,
): readonly FoundTranscripts[] {
  const unknown = byFormat.get(undefined)?.length ?? 0;
  const shown = unknown === 0 ? place : `${place} (${unknown} of unknown agents left out)`;
  const found = [...byFormat].flatMap(([agent, files]) =>
    agent === undefined
      ? []
      : [{ agent, place: shown, files: files.toSorted((a, b) => (a.path < b.path ? -1 : 1)) }],
  );
  return found.length > 0 || unknown === 0 ? found : [{ agent: "claude-code", place: shown, files: [] }];
}
