import { resolve } from "node:path";
import { rmSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { reasonOf } from "../core/event/reason-of.ts";
import { WorldError } from "../ports/world-error.ts";
import { takeDeliverLock } from "./deliver-lock.ts";
import { type DeliverReport, deliverSpool, type Destination } from "./deliver-spool.ts";
import type { HookSetUp } from "./handle-request.ts";
import { writeWhole } from "./hook-files.ts";
import { logFault } from "./hook-log.ts";
import { createSpool } from "./spool.ts";
import { faultMark } from "./start-delivery.ts";

/** Settings that decide where feedback goes. */
const DESTINATIONS: ReadonlySet<string> = new Set(["store", "server.url", "server.token"]);

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
  { place, config, untrusted = [] }: HookSetUp,
  now: () => Date,
  patienceMs = 0,
): Promise<DeliveryEnd> {
  const spool = createSpool(place.spool);
  if (spool.names().length === 0) return { state: "done", delivered: 0, aside: 0, left: 0 };
  if (config === undefined) {
    const fault = new WorldError("config_invalid", "the configuration is wrong; see `emend config`");
    return { state: "done", delivered: 0, aside: 0, left: spool.names().length, fault };
  }
  const waiting = untrusted.filter((name) => DESTINATIONS.has(name));
  if (waiting.length > 0) {
    // Delivered elsewhere meanwhile, it would never come where it belongs.
    const why = `${waiting.join(", ")} in emend.yaml waits for your trust; run \`emend trust\``;
    const fault = new WorldError("not_trusted", why);
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
    const { compose } = await import("../compose.ts");
    const file = config.store.includes("://") ? config.store : resolve(place.root, config.store);
    const store = await compose({ cwd: place.root }).openStore({ file });
    close = () => store.close();
    return storeDestination(store);
  };
  let report: DeliverReport;
  try {
    report = await deliverSpool({
      spool,
      destination: lazily(open),
      now,
      onStep: () => held.keep(),
      onAside: (name, reason) =>
        logFault(place, now(), "spool_entry_bad", `${name}: ${reason}; it is in spool/bad now`),
    });
    await close?.();
  } finally {
    held.release();
  }
  if (report.fault === undefined) rmSync(faultMark(place.spool), { force: true });
  else {
    const { fault } = report;
    logFault(
      place,
      now(),
      fault instanceof WorldError ? fault.code : "delivery_failed",
      `${report.left} wait: ${reasonOf(fault)}`,
    );
    writeWhole(faultMark(place.spool), "");
  }
  // What came while the lock was still held found a delivery at work and started none.
  const late = report.fault === undefined && spool.names().length > 0;
  const end = { state: "done", ...report, ...(elsewhere === 0 ? {} : { elsewhere }) } as const;
  if (!late) return end;
  const more = await runDelivery({ place, config }, now);
  if (more.state === "busy") return end;
  return { ...end, ...more, delivered: report.delivered + more.delivered, aside: report.aside + more.aside };
}

/** Opened at the first entry that is fit to be delivered. */
function lazily(open: () => Promise<Destination>): Destination {
  let opened: Promise<Destination> | undefined;
  return { deliver: async (delivery) => (await (opened ??= open())).deliver(delivery) };
}
