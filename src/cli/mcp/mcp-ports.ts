import type { EventPorts } from "../open/event-ports.ts";

/** What the MCP server needs of the world; tests hand in their own. */
export interface McpPorts extends Pick<EventPorts, "openStore" | "onStop"> {
  /** A name that no other session has. */
  readonly createSession: () => string;
}
