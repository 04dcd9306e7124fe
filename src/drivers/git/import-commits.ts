import type { LedgerBatch } from "../../core/ledger/ledger-file.ts";
import type { Git } from "./git-process.ts";
import type { TreeEntry } from "./list-tree.ts";

/** After so many files the branch moves on to what is there, so that a crash costs no more than these. */
const CHECKPOINT_FILES = 10_000;
const CHUNK = 262_144;

export interface ImportTarget {
  readonly ref: string;
  /** What the first commit stands on; none starts a history. */
  readonly tip?: string | undefined;
  /** Files that a history starts with. */
  readonly kept?: readonly TreeEntry[];
  readonly now: () => Date;
}

/** Feeds commits to one `git fast-import`, no faster than it takes them; answers how many there were. */
export async function importCommits(
  git: Git,
  batches: AsyncIterable<LedgerBatch>,
  target: ImportTarget,
): Promise<number> {
  let importer: ReturnType<Git["start"]> | undefined;
  let commits = 0;
  let uncertain = 0;
  const write = async (parts: Iterable<string>): Promise<void> => {
    if (importer === undefined) {
      // Without its last word, `done`, it keeps nothing that came after the last checkpoint.
      importer = git.start(["fast-import", "--quiet", "--done", "--date-format=raw"]);
      importer.child.stdout.resume();
    }
    let chunk = "";
    for (const part of parts) {
      chunk += part;
      if (chunk.length < CHUNK) continue;
      await importer.write(chunk);
      chunk = "";
    }
    await importer.write(chunk);
  };
  try {
    if (target.kept !== undefined) {
      const batch = { message: "Start the ledger anew\n", files: [], removed: [] };
      await write(commitText(batch, { ...target, isFirst: true }));
      commits += 1;
    }
    for await (const batch of batches) {
      await write(commitText(batch, { ...target, isFirst: commits === 0 }));
      commits += 1;
      uncertain += batch.files.length + batch.removed.length;
      if (uncertain < CHECKPOINT_FILES) continue;
      await write(["checkpoint\n"]);
      uncertain = 0;
    }
    if (importer !== undefined) {
      await write(["done\n"]);
      await importer.finish();
    }
    return commits;
  } catch (error) {
    await importer?.abandon();
    throw error;
  }
}

function* commitText(
  { message, time, files, removed }: LedgerBatch,
  { ref, tip, kept, now, isFirst }: ImportTarget & { readonly isFirst: boolean },
): Generator<string> {
  const moment = time === undefined ? now().getTime() : Date.parse(time);
  // Git knows no time before 1970.
  const seconds = Math.max(0, Math.floor(moment / 1_000));
  yield `commit ${ref}\ncommitter Emend <emend@localhost> ${seconds} +0000\n`;
  yield `data ${Buffer.byteLength(message)}\n${message}\n`;
  if (isFirst && tip !== undefined) yield `from ${tip}\n`;
  if (isFirst) for (const { mode, blob, path } of kept ?? []) yield `M ${mode} ${blob} ${quoted(path)}\n`;
  for (const path of removed) yield `D ${quoted(path)}\n`;
  for (const { path, text } of files) {
    yield `M 100644 inline ${quoted(path)}\ndata ${Buffer.byteLength(text)}\n`;
    yield text;
    yield "\n";
  }
  yield "\n";
}

/** A path of bytes as git's own quotation, so that no name can be a command. */
const quoted = (path: string): string =>
  /^[A-Za-z0-9_][A-Za-z0-9_./-]*$/.test(path)
    ? path
    : `"${path.replace(/[^A-Za-z0-9_./ -]/g, (byte) => `\\${byte.charCodeAt(0).toString(8).padStart(3, "0")}`)}"`;
