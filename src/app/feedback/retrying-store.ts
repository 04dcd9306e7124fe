import type { FeedbackStore } from "../../ports/feedback-store.ts";
import { retryThroughOutage, type RetryPorts } from "../event/retry-through-outage.ts";

export interface RetryingStorePorts extends RetryPorts {
  readonly store: Pick<FeedbackStore, "record">;
}

/** Records as the store does, but waits while the whole store is away. */
export const retryingStore = ({ store, ...ports }: RetryingStorePorts): Pick<FeedbackStore, "record"> => {
  const patiently = retryThroughOutage(ports, "recording");
  return { record: (feedback) => patiently(() => store.record(feedback)) };
};
