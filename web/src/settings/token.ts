import type { Answer } from "../api/api.ts";

export type Token = Answer<"listTokens">["items"][number];

/** Whether it counts no more. */
export const isEnded = ({ revoked_at, expires_at }: Token, now: string): boolean =>
  revoked_at !== undefined || expires_at <= now;
