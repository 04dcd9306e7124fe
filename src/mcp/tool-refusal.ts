import type { RoundProblem } from "../app/iteration/record-round.ts";
import type { TaskProblem } from "../app/iteration/show-task.ts";
import { displayText } from "./shown-text.ts";

interface ArgumentProblem {
  /** The argument, written `files[0]`; empty for all of them. */
  readonly path: string;
  /** What was expected. */
  readonly message: string;
}

/** A call that cannot work as it is. It is told as the tool's result, so that the model that made it can mend it. */
export class ToolRefusal extends Error {
  override readonly name = "ToolRefusal";
  readonly code:
    | "invalid_arguments"
    | "other_agent"
    | "not_trusted"
    | RoundProblem["code"]
    | TaskProblem["code"];

  constructor(code: ToolRefusal["code"], message: string) {
    super(message);
    this.code = code;
  }
}

const MAX_TOLD = 8;

/** Says what was expected of which argument. */
export function invalidArguments(problems: readonly ArgumentProblem[]): ToolRefusal {
  const told = problems
    .slice(0, MAX_TOLD)
    .map(
      ({ path, message }) =>
        `${path === "" ? "" : `${displayText(path, 100)}: `}${displayText(message, 300)}`,
    );
  const more = problems.length - told.length;
  return new ToolRefusal(
    "invalid_arguments",
    [...told, ...(more > 0 ? [`and ${more} more`] : [])].join("; "),
  );
}
