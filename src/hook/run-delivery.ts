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
import { removeFile, writeWhole } from "./hook-files.ts";
import { type HookPlace, makeSpool } from "./hook-place.ts";
import { logFault, logText } from "./hook-log.ts";
import { createSpool, entryNames } from "./spool.ts";
import { faultMark } from "./start-delivery.ts";

/** `busy` where another process is at it, and still was when the patience ended. */
export type DeliveryEnd =
  | { readonly state: "busy"; readonly left: number }
  | ({
      readonly state: "done";
      /** How many of those that were there another process took care of meanwhile. */
      readonly elsewhere?: number;
    } & DeliverReport);

const LOOK_EVERY_MS = 50;

/**
 * Delivers what waits of a project: to its server, else into its store. Where another process is at it, it is waited for
 * so long, and what it leaves is delivered here.
 */
export async function runDelivery(
  { place, config, env, untrusted = [] }: HookSetUp,
  now: () => Date,
  patienceMs = 0,
): Promise<DeliveryEnd> {
  const spool = createSpool(place.spool);
  settle(place);
  if (spool.names().length === 0) return { state: "done", delivered: 0, aside: 0, left: 0 };
  if (config === undefined) {
    const fault = new ExternalError("config_invalid", "the configuration is invalid; see `emend config`");
    return { state: "done", delivered: 0, aside: 0, left: spool.names().length, fault };
  }
  const waiting = untrusted.filter(decidesDestination);
  if (waiting.length > 0) {
    // Delivered elsewhere meanwhile, it would never come where it belongs.
    const why = `${waiting.join(", ")} in emend.yaml is ignored until you trust it; run \`emend trust\``;
    const fault = new ExternalError("not_trusted", why);
    return { state: "done", delivered: 0, aside: 0, left: spool.names().length, fault };
  }
  const before = spool.names();
  const until = performance.now() + patienceMs;
  let lock = takeDeliverLock(place.spool, now().getTime());
  while (lock === undefined) {
    if (performance.now() >= until) return { state: "busy", left: spool.names().length };
    await setTimeout(LOOK_EVERY_MS);
    lock = takeDeliverLock(place.spool, now().getTime());
  }
  const held = lock;
  const there = new Set(spool.names());
  const elsewhere = before.filter((name) => !there.has(name)).length;
  let close: (() => Promise<void>) | undefined;
  const { url, token } = config.server;
  const open = async (): Promise<Destination> => {
    const { serverDestination, storeDestination } = await import("./destinations.ts");
    if (url !== undefined) return serverDestination({ url, token });
    const { openDrivers } = await import("../compose/drivers.ts");
    const { emendOver } = await import("../compose/open-emend.ts");
    const cwd = place.root;
    const store = await openDrivers({ cwd, env }).openStore({ file: storePlace(cwd, config.store) });
    close = () => store.close();
    return storeDestination(emendOver(store, { config, cwd, env, now, onFault: () => undefined }));
  };
  let report: DeliverReport;
  try {
    report = await deliverSpool({
      spool,
      destination: lazily(open),
      now,
      onStep: () => held.keep(),
      onAside: (name, reason) =>
        logFault(place, now(), "spool_entry_bad", `${name}: ${reason}; moved to spool/bad`),
    });
    await close?.();
  } finally {
    held.release();
  }
  if (report.fault === undefined) removeFile(faultMark(place.spool));
  else {
    const { fault } = report;
    const code = fault instanceof ExternalError ? fault.code : "delivery_failed";
    const reason = reasonOf(fault);
    logFault(place, now(), code, `${report.left} queued: ${reason}`);
    const mark = { time: now().toISOString(), code, message: logText(reason) };
    writeWhole(faultMark(place.spool), JSON.stringify(mark));
  }
  // What came while the lock was still held found a delivery at work and started none.
  const late = report.fault === undefined && spool.names().length > 0;
  const end = { state: "done", ...report, ...(elsewhere === 0 ? {} : { elsewhere }) } as const;
  if (!late) return end;
  const more = await runDelivery({ place, config, env }, now);
  if (more.state === "busy") return end;
  return { ...end, ...more, delivered: report.delivered + more.delivered, aside: report.aside + more.aside };
}

/** What was heard while nobody knew where it goes is put with the rest, once that is known. */
function settle(place: HookPlace): void {
  const names = place.destination === undefined ? [] : entryNames(place.unsettled);
  if (names.length === 0) return;
  makeSpool(place);
  for (const name of names) {
    try {
      renameSync(join(place.unsettled, name), join(place.spool, name));
    } catch {
      // Another process was faster.
    }
  }
}

/** Opened at the first entry that is fit to be delivered. */
function lazily(open: () => Promise<Destination>): Destination {
  let opened: Promise<Destination> | undefined;
  return { deliver: async (delivery) => (await (opened ??= open())).deliver(delivery) };
}
