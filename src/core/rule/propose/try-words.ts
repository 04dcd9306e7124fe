import { readsAsOrder } from "../reads-as-order.ts";

/** Why a text must not become a rule, in plain words; nothing if it may. */
export const tryWords = (text: string): string | undefined =>
  readsAsOrder(text) ? undefined : "it does not say what to do";
