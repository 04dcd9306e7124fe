import type { Principal } from "../core/access/token.ts";
import type { ReminderSource } from "../core/reminder/reminder.ts";
import { readsForAgent } from "./agent-scope.ts";
import type { HttpContext } from "./http-context.ts";

export interface ReminderScope {
  readonly source: ReminderSource;
  /** The names of the person who runs the agent. */
  readonly own: readonly string[];
}

/** From the widest to the narrowest. */
const SOURCES = ["team", "own", "off"] as const satisfies readonly ReminderSource[];

/**
 * Decides whose corrections are shown. People can read all feedback anyway, so they get what they request. An agent's
 * token gets at most what the server's settings allow, and `own` means the person who issued the token.
 */
export async function reminderScope(
  principal: Principal,
  requested: ReminderSource | undefined,
  { reminders, store }: Pick<HttpContext, "reminders" | "store">,
): Promise<ReminderScope> {
  if (!readsForAgent(principal)) return { source: requested ?? reminders, own: [principal.id] };
  const source =
    SOURCES[Math.max(SOURCES.indexOf(requested ?? reminders), SOURCES.indexOf(reminders))] ?? "off";
  const token = principal.token_id === undefined ? undefined : await store.tokens.find(principal.token_id);
  return { source, own: token === undefined ? [] : [token.created_by] };
}
