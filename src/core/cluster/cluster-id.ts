import { hash64 } from "../hash.ts";

/** Follows from its first member, so two machines that found the same cluster give it the same id. */
export const clusterId = (firstFeedbackId: string): string => `cl-${hash64(`cluster ${firstFeedbackId}`)}`;
