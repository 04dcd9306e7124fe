import { MAX_REASON } from "./limits.ts";

/** The words of a reason, fit to be kept; empty where nothing is said. */
export const keptReason = (text: string): string => text.slice(0, MAX_REASON).toWellFormed().trim();
