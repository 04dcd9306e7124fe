import { renameSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { reasonOf } from "../core/event/retry-delay.ts";
import { storePlace } from "../compose/store-place.ts";
import { ExternalError } from "../ports/errors.ts";
import { takeDeliverLock } from "./deliver-lock.ts";
import { type DeliverReport, deliverSpool, type Destination } from "./deliver-spool.ts";
import { decidesDestination } from "./destination-name.ts";
import type { HookSetUp } from "./handle-request.ts";
import { tryRemoveFile, writeAtomically } from "./hook-files.ts";
import { type HookPaths, makeSpool } from "./hook-paths.ts";
import { logFault, logText } from "./hook-log.ts";
import { createSpool, entryNames } from "./spool.ts";
import { failureFile } from "./start-delivery.ts";

/** `busy` if another process was still delivering when the wait ended. */
export type DeliveryOutcome =
  | { readonly state: "busy"; readonly left: number }
  | ({
      readonly state: "done";
      /** How many entries another process delivered meanwhile. */
      readonly elsewhere?: number;
    } & DeliverReport);

const POLL_MS = 50;

/**
 * Delivers the queued entries of a project to its server, otherwise into its store. It waits up to `waitMs` for another
 * process that is delivering, and then delivers what that one left.
 */
export async function runDelivery(
  { paths, config, env, untrusted = [] }: HookSetUp,
  now: () => Date,
  waitMs = 0,
): Promise<DeliveryOutcome> {
  const spool = createSpool(paths.spool);
  moveUnsettled(paths);
  const before = spool.names();
  const nothing = { state: "done", delivered: 0, aside: 0, left: before.length } as const;
  if (before.length === 0) return nothing;
  if (config === undefined) {
    const fault = new ExternalError("config_invalid", "the configuration is invalid; see `emend config`");
    return { ...nothing, fault };
  }
  const waiting = untrusted.filter(decidesDestination);
  if (waiting.length > 0) {
    // Delivered to the default destination, the entries would never reach the right one.
    const why = `${waiting.join(", ")} in emend.yaml is ignored until you trust it; run \`emend trust\``;
    return { ...nothing, fault: new ExternalError("not_trusted", why) };
  }
  const until = performance.now() + waitMs;
  let lock = takeDeliverLock(paths.spool, now().getTime());
  while (lock === undefined) {
    if (performance.now() >= until) return { state: "busy", left: spool.names().length };
    await setTimeout(POLL_MS);
    lock = takeDeliverLock(paths.spool, now().getTime());
  }
  const held = lock;
  const remaining = new Set(spool.names());
  const elsewhere = before.filter((name) => !remaining.has(name)).length;
  let close: (() => Promise<void>) | undefined;
  const { url, token } = config.server;
  const open = async (): Promise<Destination> => {
    const { serverDestination, storeDestination } = await import("./destinations.ts");
    const { openDrivers } = await import("../compose/drivers.ts");
    const { findCommits } = await import("./find-commits.ts");
    const commits = findCommits({
      lookup: () => openDrivers({ cwd: paths.root, env }).openCommitLookup(paths.root),
      notes: config.hook.commitNotes,
      reportFault: (code, message) => logFault(paths, now(), code, message),
    });
    if (url !== undefined) return serverDestination({ url, token }, commits);
    const { emendOver } = await import("../compose/open-emend.ts");
    const cwd = paths.root;
    const store = await openDrivers({ cwd, env }).openStore({ file: storePlace(cwd, config.store) });
    close = () => store.close();
    return storeDestination(emendOver(store, { config, cwd, env, now, onFault: () => undefined }), commits);
  };
  let report: DeliverReport;
  try {
    report = await deliverSpool({
      spool,
      destination: openLazily(open),
      now,
      onStep: () => held.refresh(),
      onAside: (name, reason) =>
        logFault(paths, now(), "spool_entry_bad", `${name}: ${reason}; moved to spool/bad`),
    });
    await close?.();
  } finally {
    held.release();
  }
  if (report.fault === undefined) tryRemoveFile(failureFile(paths.spool));
  else {
    const { fault } = report;
    const code = fault instanceof ExternalError ? fault.code : "delivery_failed";
    const reason = reasonOf(fault);
    logFault(paths, now(), code, `${report.left} queued: ${reason}`);
    const mark = { time: now().toISOString(), code, message: logText(reason) };
    writeAtomically(failureFile(paths.spool), JSON.stringify(mark));
  }
  // Entries that arrived while the lock was held did not start a delivery of their own.
  const late = report.fault === undefined && spool.names().length > 0;
  const outcome = { state: "done", ...report, ...(elsewhere === 0 ? {} : { elsewhere }) } as const;
  if (!late) return outcome;
  const more = await runDelivery({ paths, config, env }, now);
  if (more.state === "busy") return outcome;
  return {
    ...outcome,
    ...more,
    delivered: report.delivered + more.delivered,
    aside: report.aside + more.aside,
  };
}

/** Moves entries that were queued without a known destination into the spool of the destination. */
function moveUnsettled(paths: HookPaths): void {
  const names = paths.destination === undefined ? [] : entryNames(paths.unsettled);
  if (names.length === 0) return;
  makeSpool(paths);
  for (const name of names) {
    try {
      renameSync(join(paths.unsettled, name), join(paths.spool, name));
    } catch {
      // Another process moved it first.
    }
  }
}

/** Opens the destination for the first valid entry. */
function openLazily(open: () => Promise<Destination>): Destination {
  let opened: Promise<Destination> | undefined;
  return { deliver: async (delivery) => (await (opened ??= open())).deliver(delivery) };
}
