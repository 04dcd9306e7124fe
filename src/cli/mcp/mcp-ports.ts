import type { EventPorts } from "../open/event-ports.ts";
import type { OpenEmend } from "../open/open-emend.ts";

/** What the MCP server needs of the world; tests hand in their own. */
export interface McpPorts extends Pick<EventPorts, "onStop"> {
  readonly openEmend: OpenEmend;
  /** A name that no other session has. */
  readonly createSession: () => string;
}
