import { isAbsolute } from "node:path";
import { fieldOf, textOf, type JsonObject } from "../core/json/json.ts";

/** Whose hooks speak: each coding agent has its own words for the same events. */
export const PROTOCOLS = ["claude-code", "cursor"] as const;
export type HookProtocol = (typeof PROTOCOLS)[number];

interface HookCommon {
  readonly protocol: HookProtocol;
  /** As the protocol calls it. */
  readonly name: string;
  readonly session: string;
  /** Where the event says that work is done, the surest first. */
  readonly folders: readonly string[];
}

interface ToolCall {
  readonly kind: "after_tool";
  readonly tool: string;
  /** What a shell ran. */
  readonly command?: string;
  /** The file that was written. */
  readonly path?: string;
  /** What it printed or answered; its beginning and its end where that is long. */
  readonly output: string;
  readonly exitCode?: number;
  /** Whether the agent itself counts the call as failed. */
  readonly failed: boolean;
  /** The agent's own id of the call. */
  readonly callId?: string;
}

/** What a coding agent tells its hook, in one form for all of them. */
export type HookEvent = HookCommon &
  (
    | { readonly kind: "session_start" }
    | {
        readonly kind: "prompt";
        readonly prompt: string;
        /** Where the agent keeps what was said in the session. */
        readonly transcript?: string;
      }
    | { readonly kind: "before_edit"; readonly path: string }
    | ToolCall
    | { readonly kind: "stop"; /** It was kept from stopping once. */ readonly again: boolean }
    /** Nothing that concerns us. */
    | { readonly kind: "other" }
  );

export type AfterTool = HookCommon & ToolCall;

/** Both protocols name the file alike. */
export function transcriptOf(given: JsonObject): { readonly transcript?: string } {
  const transcript = textOf(fieldOf(given, "transcript_path"));
  return transcript === undefined || !isAbsolute(transcript) ? {} : { transcript };
}
