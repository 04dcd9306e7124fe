import type { RoundProblem } from "../app/iteration/record-round.ts";
import type { TaskProblem } from "../app/iteration/show-task.ts";
import { displayText } from "./shown-text.ts";

interface ArgumentProblem {
  /** Such as `files[0]`; empty for all arguments. */
  readonly path: string;
  readonly message: string;
}

/** An invalid call. It is returned as the result of the tool, so that the model can correct it. */
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

const MAX_PROBLEMS = 8;

export function invalidArguments(problems: readonly ArgumentProblem[]): ToolRefusal {
  const messages = problems
    .slice(0, MAX_PROBLEMS)
    .map(
      ({ path, message }) =>
        `${path === "" ? "" : `${displayText(path, 100)}: `}${displayText(message, 300)}`,
    );
  const more = problems.length - messages.length;
  return new ToolRefusal(
    "invalid_arguments",
    [...messages, ...(more > 0 ? [`and ${more} more`] : [])].join("; "),
  );
}
