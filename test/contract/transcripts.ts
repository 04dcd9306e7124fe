import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import type { TranscriptFormat } from "../../src/core/transcript/transcript.ts";
import { openTranscripts, type TranscriptsOptions } from "../../src/drivers/transcripts/open-transcripts.ts";
import type { FoundTranscripts, Transcripts } from "../../src/ports/transcripts.ts";
import { git } from "../git-ledger.ts";

/** A home folder with a repository in it, new for each test. */
export interface TestHome {
  readonly home: string;
  readonly root: string;
  /** Writes a file below the home folder and returns its path. */
  write(path: string, text: string | Buffer): string;
  open(options?: Partial<TranscriptsOptions>): Transcripts;
  /** What is found of one agent about the repository. */
  find(agent: TranscriptFormat, options?: Partial<TranscriptsOptions>): Promise<readonly FoundTranscripts[]>;
  /** The paths of an agent's transcripts, relative to the home folder. */
  paths(agent: TranscriptFormat, options?: Partial<TranscriptsOptions>): Promise<readonly string[]>;
  /** What a person said in a transcript, as `<source>: <text>`. */
  turns(path: string): Promise<readonly string[]>;
}

export function useTestHome(): TestHome {
  let home = "";
  const path = (name: string): string => join(home, name);
  const open: TestHome["open"] = (options) =>
    openTranscripts({ env: {}, platform: "linux", home, ...options });
  const find: TestHome["find"] = async (agent, options) =>
    (await open(options).find(path("shop"))).filter((found) => found.agent === agent);
  beforeEach(() => {
    home = realpathSync(mkdtempSync(join(tmpdir(), "emend-home-")));
    mkdirSync(path("shop"));
    git(path("shop"), "init", "--quiet", "--initial-branch=main");
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));
  return {
    get home() {
      return home;
    },
    get root() {
      return path("shop");
    },
    write: (name, text) => {
      mkdirSync(dirname(path(name)), { recursive: true });
      writeFileSync(path(name), text);
      return path(name);
    },
    open,
    find,
    paths: async (agent, options) =>
      (await find(agent, options)).flatMap(({ files }) =>
        files.map((file) => file.path.replace(`${home}/`, "")),
      ),
    turns: async (file) => turnsOf(open(), file),
  };
}

export async function turnsOf(transcripts: Transcripts, path: string): Promise<readonly string[]> {
  const read = await transcripts.read(path);
  if (read.format === undefined) return ["unknown format"];
  return read.reading.conversations.flatMap(({ turns }) =>
    turns.map(({ source, text }) => `${source}: ${text}`),
  );
}

const lines = (...values: readonly object[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join("");
const TIME = "2026-03-01T10:00:00.000Z";

/** The shortest transcript of each format in which a person says something. */
export const SAMPLES: Readonly<
  Record<
    TranscriptFormat,
    { readonly path: string; readonly make: (words: string, folder?: string) => string }
  >
> = {
  "claude-code": {
    path: "/s/one.jsonl",
    make: (words, folder = "/work/shop") =>
      lines(
        {
          parentUuid: null,
          isSidechain: false,
          cwd: folder,
          sessionId: "s-1",
          version: "2.1.0",
          type: "user",
          message: { role: "user", content: words },
          uuid: "u-1",
          timestamp: TIME,
        },
        { type: "summary", summary: "Shop", leafUuid: "u-1" },
      ),
  },
  codex: {
    path: "/s/rollout-one.jsonl",
    make: (words, folder = "/work/shop") =>
      lines(
        {
          timestamp: TIME,
          type: "session_meta",
          payload: { id: "c-1", cwd: folder, source: "cli", cli_version: "0.90.0" },
        },
        { timestamp: TIME, type: "event_msg", payload: { type: "user_message", message: words } },
      ),
  },
  copilot: {
    path: "/s/events.jsonl",
    make: (words, folder = "/work/shop") =>
      lines(
        {
          type: "session.start",
          data: { sessionId: "p-1", version: 1, context: { cwd: folder } },
          id: "e-1",
          timestamp: TIME,
        },
        { type: "user.message", data: { content: words }, id: "e-2", timestamp: TIME },
      ),
  },
  opencode: {
    path: "/s/export.json",
    make: (words, folder = "/work/shop") =>
      JSON.stringify(
        {
          info: { id: "ses_1", directory: folder, version: "1.2.0" },
          messages: [{ info: { id: "msg_1", role: "user" }, parts: [{ type: "text", text: words }] }],
        },
        null,
        2,
      ),
  },
  gemini: {
    path: "/s/session-1.json",
    make: (words) =>
      JSON.stringify({
        sessionId: "g-1",
        projectHash: "ab",
        startTime: TIME,
        messages: [{ id: "m-1", timestamp: TIME, type: "user", content: words }],
      }),
  },
  cursor: {
    path: "/s/rows.jsonl",
    make: (words) =>
      lines(
        { key: "composerData:k-1", value: { fullConversationHeadersOnly: [{ bubbleId: "b-1", type: 1 }] } },
        { key: "bubbleId:k-1:b-1", value: { _v: 3, type: 1, bubbleId: "b-1", text: words } },
      ),
  },
  cline: {
    path: "/s/ui_messages.json",
    make: (words) => JSON.stringify([{ ts: 1_772_000_000_000, type: "say", say: "text", text: words }]),
  },
  aider: {
    path: "/s/.aider.chat.history.md",
    make: (words) => `\n# aider chat started at 2026-03-01 10:00:00\n\n#### ${words}  \n\nDone.\n`,
  },
  specstory: {
    path: "/s/.specstory/history/one.md",
    make: (words) =>
      `<!-- Generated by SpecStory -->\n\n_**User**_\n\n${words}\n\n---\n\n_**Assistant**_\n\nDone.\n`,
  },
};
