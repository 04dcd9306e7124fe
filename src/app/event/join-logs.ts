import type { Page } from "../../core/page.ts";
import { defined } from "../../core/defined.ts";
import { byCodeUnits } from "../../core/text/code-points.ts";
import type { DeadLetter, DeadLetterQuery, EventLog } from "../../ports/event-log.ts";
import { DECISION_GROUP } from "./ingest-decisions.ts";

/** Marks dead letters of the decision stream, whose ids may collide with the other log's. */
const MARK = "decisions:";
const MAX_PAGE = 500;

/**
 * Combines Emend's own log and the decision stream: Emend publishes to its own, and only decisions are read from
 * the other.
 */
export function joinLogs(own: EventLog, decisions: EventLog): EventLog {
  const logOf = async (group: string): Promise<EventLog> => {
    if (group === DECISION_GROUP) return decisions;
    if ((await own.groups()).includes(group)) return own;
    return (await decisions.groups()).includes(group) ? decisions : own;
  };

  const applyToBoth = async (
    ids: readonly string[],
    act: (log: EventLog, ids: readonly string[]) => Promise<number>,
  ): Promise<number> => {
    const marked = ids.filter((id) => id.startsWith(MARK)).map((id) => id.slice(MARK.length));
    const plain = ids.filter((id) => !id.startsWith(MARK));
    const counts = [
      marked.length === 0 ? 0 : await act(decisions, marked),
      plain.length === 0 ? 0 : await act(own, plain),
    ];
    return counts.reduce((sum, count) => sum + count, 0);
  };

  /** Lists those of decisions first. */
  const deadLetters = async ({
    after,
    limit: wanted,
    ...query
  }: DeadLetterQuery): Promise<Page<DeadLetter>> => {
    const limit = Math.min(MAX_PAGE, Math.max(1, Math.trunc(wanted) || 1));
    const atOwn = after !== undefined && !after.startsWith(MARK);
    const marked: Page<DeadLetter> = atOwn
      ? { items: [] }
      : await decisions.deadLetters({
          ...query,
          limit,
          ...(after === undefined ? {} : { after: after.slice(MARK.length) }),
        });
    const first = marked.items.map((letter) => ({ ...letter, id: `${MARK}${letter.id}` }));
    if (marked.next !== undefined) return { items: first, next: `${MARK}${marked.next}` };
    const room = limit - first.length;
    if (room <= 0) {
      const { items } = await own.deadLetters({ ...query, limit: 1 });
      return items.length === 0 ? { items: first } : { items: first, next: first[limit - 1]?.id ?? MARK };
    }
    const rest = await own.deadLetters({ ...query, limit: room, ...(atOwn ? { after } : {}) });
    return { items: [...first, ...rest.items], ...defined({ next: rest.next }) };
  };

  return {
    publish: (events) => own.publish(events),
    consume: (options) => (options.group === DECISION_GROUP ? decisions : own).consume(options),
    newest: () => own.newest(),
    latest: (limit) => own.latest(limit),
    read: (query) => own.read(query),
    deadLetters,
    replay: (ids) => applyToBoth(ids, (log, some) => log.replay(some)),
    discard: (ids) => applyToBoth(ids, (log, some) => log.discard(some)),
    backlog: async (group) => (await logOf(group)).backlog(group),
    groups: async () =>
      [...new Set([...(await own.groups()), ...(await decisions.groups())])].toSorted(byCodeUnits),
    forget: async (group) => (await logOf(group)).forget(group),
    close: async () => {
      await Promise.all([own.close(), decisions.close()]);
    },
  };
}
