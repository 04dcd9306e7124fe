import type { World } from "./world.ts";

/** One thing the five founding documents ask for, and how their author can see that it works. */
export interface DocumentLine {
  /** The document and the number of the line in it, such as `000.4`. Tests that hold the line begin with it. */
  readonly line: string;
  readonly asks: string;
  /** Commands (`emend …`), routes (`GET /path`), MCP tools (`tool …`) and pages (`page …`) that show it. */
  readonly see: readonly string[];
  /** Files with tests that begin with the number of the line. */
  readonly held: readonly string[];
  /** Tries the line on the built command and server with inputs of its own, and throws if it does not hold. */
  readonly walk: (world: World) => void | Promise<void>;
}
