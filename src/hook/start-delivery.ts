import { lstatSync } from "node:fs";
import { join } from "node:path";
import { isDelivering } from "./deliver-lock.ts";
import type { HookRequest, HookResult } from "./handle-request.ts";
import { deliveryEnvironment } from "./process-environment.ts";
import { startDetached } from "./start-detached.ts";

/** After a fault it is left alone for so long, or every event would start a process that can do nothing. */
const PAUSE_MS = 20_000;

export const faultMark = (spool: string): string => join(spool, "deliver.failed");

/** Starts a delivery where something waits and nobody delivers it. */
export function startDelivery(
  launcher: string,
  { place, waiting }: HookResult,
  { env, store }: HookRequest,
): void {
  const now = Date.now();
  if (!waiting || isDelivering(place.spool, now) || failedLately(place.spool, now)) return;
  const args = ["hook", "--deliver", ...(store === undefined ? [] : ["--store", store])];
  startDetached(launcher, args, place.root, deliveryEnvironment(process.env, env));
}

function failedLately(spool: string, now: number): boolean {
  try {
    return now - lstatSync(faultMark(spool)).mtimeMs < PAUSE_MS;
  } catch {
    return false;
  }
}
