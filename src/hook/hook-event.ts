import { isAbsolute } from "node:path";
import type { AgentModel } from "../core/feedback/agent-model.ts";
import type { FileEdit } from "./file-edit.ts";
import { fieldOf, textOf, type JsonObject } from "../core/json/json.ts";

/** The coding agents whose hook protocols Emend speaks. */
export const PROTOCOLS = ["claude-code", "cursor", "codex", "gemini", "opencode"] as const;
export type HookProtocol = (typeof PROTOCOLS)[number];

interface HookCommon {
  readonly protocol: HookProtocol;
  /** The event name in the protocol. */
  readonly name: string;
  readonly session: string;
  /** Candidate project folders, the most reliable first. */
  readonly folders: readonly string[];
  /** As far as the event names it. */
  readonly runsOn: AgentModel;
  /** The file with the conversation of the session. */
  readonly transcript?: string;
}

interface ToolCall {
  readonly kind: "after_tool";
  readonly tool: string;
  /** The shell command. */
  readonly command?: string;
  /** The file that was written, and what of it. */
  readonly path?: string;
  readonly edit?: FileEdit;
  /** What it printed or returned; only the start and the end if that is long. */
  readonly output: string;
  readonly exitCode?: number;
  /** Whether the agent itself reports the call as failed. */
  readonly failed: boolean;
  /** The agent's id of the call. */
  readonly callId?: string;
}

/** A hook event in one form for all coding agents. */
export type HookEvent = HookCommon &
  (
    | { readonly kind: "session_start" }
    | { readonly kind: "subagent_start" }
    /** The conversation is about to be shortened, and with it what the agent was told. */
    | { readonly kind: "compacting" }
    | { readonly kind: "prompt"; readonly prompt: string }
    | { readonly kind: "before_edit"; readonly path: string; readonly edit?: FileEdit }
    | ToolCall
    | { readonly kind: "stop"; /** A hook already kept it from stopping once. */ readonly again: boolean }
    /** An event that Emend ignores. */
    | { readonly kind: "other" }
  );

export type AfterTool = HookCommon & ToolCall;

export function transcriptOf(event: JsonObject): { readonly transcript?: string } {
  const transcript = textOf(fieldOf(event, "transcript_path"));
  return transcript === undefined || !isAbsolute(transcript) ? {} : { transcript };
}
