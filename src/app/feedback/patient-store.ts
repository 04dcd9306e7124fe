import type { FeedbackStore } from "../../ports/feedback-store.ts";
import { outlastOutage, type PatiencePorts } from "../event/outlast-outage.ts";

export interface PatientPorts extends PatiencePorts {
  readonly store: Pick<FeedbackStore, "record">;
}

/** Records as the store does, but waits while the whole store is away. */
export const patientStore = ({ store, ...ports }: PatientPorts): Pick<FeedbackStore, "record"> => {
  const patiently = outlastOutage(ports, "recording");
  return { record: (feedback) => patiently(() => store.record(feedback)) };
};
