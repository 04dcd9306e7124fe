import { homedir } from "node:os";
import { TRANSCRIPT_FORMATS, type TranscriptFormat } from "../../core/transcript/transcript.ts";
import type { FoundTranscripts, ReadTranscript, Transcripts } from "../../ports/transcripts.ts";
import { readCursor } from "./cursor-rows.ts";
import { findAider } from "./find-aider.ts";
import { findClaudeCode } from "./find-claude-code.ts";
import { findCline } from "./find-cline.ts";
import { findCodex } from "./find-codex.ts";
import { findCopilot } from "./find-copilot.ts";
import { findCursor } from "./find-cursor.ts";
import { findEntire, type GitTranscript, readGitParts } from "./find-entire.ts";
import { findGemini } from "./find-gemini.ts";
import { findOpenCode } from "./find-opencode.ts";
import { findSpecStory } from "./find-specstory.ts";
import type { Search } from "./findings.ts";
import { fileToRead } from "./inside-root.ts";
import { readDatabaseSession } from "./opencode-database.ts";
import { isStoredSession, readStoredSession } from "./opencode-storage.ts";
import { readTranscriptStream } from "./read-transcript.ts";
import { readParts } from "./regular-file.ts";
import { scopeOf } from "./repository-scope.ts";
import { splitRowPath, withSqlite } from "./sqlite-file.ts";

export interface TranscriptsOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform?: NodeJS.Platform;
  /** The user's home folder. */
  readonly home?: string;
}

type Finder = (search: Search) => Promise<readonly FoundTranscripts[]>;

/** The transcripts on this machine. A transcript in a git branch can be read after the `find` that named it. */
export function openTranscripts({
  env,
  platform = process.platform,
  home = homedir(),
}: TranscriptsOptions): Transcripts {
  const inGit = new Map<string, GitTranscript>();
  const finders: readonly (readonly [TranscriptFormat, Finder])[] = [
    ["claude-code", findClaudeCode],
    ["codex", findCodex],
    ["copilot", findCopilot],
    ["opencode", findOpenCode],
    ["gemini", findGemini],
    ["cursor", findCursor],
    ["cline", findCline],
    ["aider", findAider],
    ["specstory", findSpecStory],
    ["claude-code", (search) => findEntire(search, inGit)],
  ];
  return {
    find: async (root) => {
      const search = { env, platform, home, scope: await scopeOf(root, platform) };
      const found = await Promise.all(finders.map(([agent, finder]) => tryFinder(agent, finder, search)));
      const order = ({ agent }: FoundTranscripts): number => TRANSCRIPT_FORMATS.indexOf(agent);
      return found.flat().toSorted((a, b) => order(a) - order(b));
    },
    // A transcript that cannot be read is like one that is not recognised: there is nothing to be made of it.
    read: (path) => readAny(path, inGit).catch(() => ({ format: undefined })),
  };
}

/** One agent's surprise must not hide the transcripts of the others. */
async function tryFinder(
  agent: TranscriptFormat,
  finder: Finder,
  search: Search,
): Promise<readonly FoundTranscripts[]> {
  try {
    return await finder(search);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return [{ agent, place: `the transcripts of ${agent} (cannot be read: ${why})`, files: [] }];
  }
}

async function readAny(path: string, inGit: ReadonlyMap<string, GitTranscript>): Promise<ReadTranscript> {
  if (path.startsWith("git:")) {
    const parts = inGit.get(path);
    return parts === undefined ? { format: undefined } : readTranscriptStream(readGitParts(parts), path);
  }
  const row = splitRowPath(path);
  if (row !== undefined) {
    return withSqlite(row.file, (rows) =>
      row.file.endsWith(".vscdb") ? readCursor(rows, row.id, path) : readDatabaseSession(rows, row.id, path),
    );
  }
  if (isStoredSession(path)) return readStoredSession(path);
  const found = await fileToRead(path);
  return found === undefined
    ? { format: undefined }
    : readTranscriptStream(readParts(found.file, { followLink: found.followLink }), path);
}
