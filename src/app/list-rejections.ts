import type { Feedback } from "../core/feedback/feedback.ts";
import type { FeedbackPage, FeedbackStore } from "../ports/feedback-store.ts";

export interface RejectionsQuestion {
  readonly agent: string;
  readonly limit: number;
  readonly after?: string;
}

/** So much of what was said is looked at for one page, whatever it holds. */
const AT_ONCE = 200;
const MOST_LOOKS = 5;

/**
 * One agent's rejections, newest first. A page may hold fewer than asked for, or none, where rejections are rare among
 * what was said; it is the last one where it has no `next`.
 */
export const listRejections =
  ({ store }: { readonly store: Pick<FeedbackStore, "list"> }) =>
  async ({ agent, limit, after }: RejectionsQuestion): Promise<FeedbackPage> => {
    const items: Feedback[] = [];
    let next = after;
    for (let look = 0; look < MOST_LOOKS; look += 1) {
      const page = await upTo(limit - items.length, (most) =>
        store.list({ agent, limit: most, ...(next === undefined ? {} : { after: next }) }),
      );
      items.push(...page.items.filter(isRejection));
      next = page.next;
      if (next === undefined) return { items };
      if (items.length >= limit) break;
    }
    return next === undefined ? { items } : { items, next };
  };

/** What follows, cut behind the last rejection that there is room for, so that the next page begins there. */
async function upTo(room: number, list: (most: number) => Promise<FeedbackPage>): Promise<FeedbackPage> {
  const page = await list(AT_ONCE);
  const places = page.items.flatMap((record, index) => (isRejection(record) ? [index] : []));
  if (places.length <= room) return page;
  return list((places[room - 1] ?? 0) + 1);
}

const isRejection = ({ outcome }: Feedback): boolean => outcome === "rejected";
