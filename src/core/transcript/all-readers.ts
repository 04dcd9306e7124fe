import { aider } from "./readers/aider.ts";
import { claudeCode } from "./readers/claude-code.ts";
import { cline } from "./readers/cline.ts";
import { codex } from "./readers/codex.ts";
import { copilot } from "./readers/copilot.ts";
import { cursor } from "./readers/cursor.ts";
import { gemini } from "./readers/gemini.ts";
import { openCode } from "./readers/opencode.ts";
import { specStory } from "./readers/specstory.ts";
import type { TranscriptFormatReader } from "./transcript.ts";

/** Those that look at many lines to recognise a file come first, and those that look at its start only come last. */
export const READERS: readonly TranscriptFormatReader[] = [
  claudeCode,
  codex,
  copilot,
  openCode,
  gemini,
  cursor,
  cline,
  aider,
  specStory,
];

/**
 * The reader of a file, by its path and its first 64 KiB. The first line decides if it can, because a file may have lines
 * of another format further down.
 */
export function recogniseTranscript(head: string, path: string): TranscriptFormatReader | undefined {
  const [first = ""] = head.trimStart().split("\n", 1);
  return (
    READERS.find((reader) => reader.recognises(first, path)) ??
    READERS.findLast((reader) => reader.recognises(head, path))
  );
}
