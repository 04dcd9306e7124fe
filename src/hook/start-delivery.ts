import { lstatSync } from "node:fs";
import { join } from "node:path";
import { isDelivering } from "./deliver-lock.ts";
import type { HookRequest, HookResult } from "./handle-request.ts";
import { deliveryEnvironment } from "./process-environment.ts";
import { startDetached } from "./start-detached.ts";

/** The pause after a failure; otherwise every event would start a process that fails again. */
const PAUSE_MS = 20_000;

export const failureFile = (spool: string): string => join(spool, "deliver.failed");

/** Starts a delivery if entries are queued, none is running and the last one did not just fail. */
export function startDelivery(
  launcher: string,
  { paths, waiting }: HookResult,
  { env, store }: HookRequest,
): void {
  const now = Date.now();
  if (!waiting || isDelivering(paths.spool, now) || failedRecently(paths.spool, now)) return;
  const args = ["hook", "--deliver", ...(store === undefined ? [] : ["--store", store])];
  startDetached(launcher, args, paths.root, deliveryEnvironment(process.env, env));
}

function failedRecently(spool: string, now: number): boolean {
  try {
    return now - lstatSync(failureFile(spool)).mtimeMs < PAUSE_MS;
  } catch {
    return false;
  }
}
