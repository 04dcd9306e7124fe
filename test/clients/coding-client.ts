import type { AGENT_SUPPORT } from "./agent-support.ts";
import type { ClientPackage } from "./install-client.ts";
import type { ModelStep } from "./scripted-model.ts";

/** A repository, its user's home, and the address of the model. */
export interface ClientPlace {
  readonly folder: string;
  readonly home: string;
  readonly url: string;
}

/** A real coding agent, and how a test drives it. */
export interface CodingClient {
  readonly name: keyof typeof AGENT_SUPPORT;
  readonly client: ClientPackage;
  /** What its user does once: logs in, and trusts the repository. */
  readonly prepare: (place: ClientPlace) => void;
  /** The arguments for one message, in a new conversation or in the last one. */
  readonly turn: (prompt: string, isNew: boolean) => readonly string[];
  readonly env: (place: ClientPlace) => Readonly<Record<string, string>>;
  /** Steps of the model that write a file, and run a command. */
  readonly write: (path: string, text: string) => ModelStep;
  readonly run: (command: string) => ModelStep;
  /** What the model is sent if it has Emend's tools. */
  readonly tools: string;
  /** What makes it shorten a conversation: a full window, or a command. Unheard, if no hook is told that it did. */
  readonly compacts: "tokens" | "/compact" | "unheard";
}
