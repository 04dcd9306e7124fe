import type { Principal } from "../core/access/token.ts";
import type { ReminderSource } from "../core/reminder/reminder.ts";
import { readsForAgent } from "./agent-scope.ts";
import type { HttpContext } from "./http-context.ts";

export interface ReminderScope {
  readonly source: ReminderSource;
  /** Names of the person who runs the agent. */
  readonly own: readonly string[];
}

/** From the widest to the narrowest. */
const WIDTH = ["team", "own", "off"] as const satisfies readonly ReminderSource[];

/**
 * Whose corrections somebody gets. People read all feedback anyway, so they get what they ask for. An agent's token gets
 * no more than the server's settings allow; whoever issued it runs the agent.
 */
export async function reminderScope(
  principal: Principal,
  asked: ReminderSource | undefined,
  { reminders, store }: Pick<HttpContext, "reminders" | "store">,
): Promise<ReminderScope> {
  if (!readsForAgent(principal)) return { source: asked ?? reminders, own: [principal.id] };
  const source = WIDTH[Math.max(WIDTH.indexOf(asked ?? reminders), WIDTH.indexOf(reminders))] ?? "off";
  const token = principal.token_id === undefined ? undefined : await store.tokens.find(principal.token_id);
  return { source, own: token === undefined ? [] : [token.created_by] };
}
