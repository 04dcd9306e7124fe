import type { Page } from "../../src/core/page.ts";
import type { Feedback } from "../../src/core/feedback/feedback.ts";
import type { FeedbackQuery, FeedbackStore } from "../../src/ports/feedback-store.ts";

/** Every record that a query lists, page by page. */
export async function readAll(
  store: FeedbackStore,
  query: FeedbackQuery = { limit: 500 },
): Promise<readonly Feedback[]> {
  const items: Feedback[] = [];
  let page: Page<Feedback> = await store.list(query);
  for (;;) {
    items.push(...page.items);
    if (page.next === undefined) return items;
    page = await store.list({ ...query, after: page.next });
  }
}
