import { resolve } from "node:path";
import { rmSync } from "node:fs";
import { reasonOf } from "../core/event/reason-of.ts";
import { WorldError } from "../ports/world-error.ts";
import { takeDeliverLock } from "./deliver-lock.ts";
import { type DeliverReport, deliverSpool, type Destination } from "./deliver-spool.ts";
import type { HookSetUp } from "./handle-request.ts";
import { writeWhole } from "./hook-files.ts";
import { logFault } from "./hook-log.ts";
import { createSpool } from "./spool.ts";
import { faultMark } from "./start-delivery.ts";

/** `busy` where another process is at it. */
export type DeliveryEnd = { readonly state: "busy" } | ({ readonly state: "done" } & DeliverReport);

/** Delivers what waits of a project: to its server, else into its store. */
export async function runDelivery({ place, config }: HookSetUp, now: () => Date): Promise<DeliveryEnd> {
  const spool = createSpool(place.spool);
  if (spool.names().length === 0) return { state: "done", delivered: 0, aside: 0, left: 0 };
  if (config === undefined) {
    const fault = new WorldError("config_invalid", "the configuration is wrong; see `emend config`");
    return { state: "done", delivered: 0, aside: 0, left: spool.names().length, fault };
  }
  const lock = takeDeliverLock(place.spool, now().getTime());
  if (lock === undefined) return { state: "busy" };
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
      onStep: () => lock.keep(),
      onAside: (name, reason) =>
        logFault(place, now(), "spool_entry_bad", `${name}: ${reason}; it is in spool/bad now`),
    });
    await close?.();
  } finally {
    lock.release();
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
  if (!late) return { state: "done", ...report };
  const more = await runDelivery({ place, config }, now);
  if (more.state === "busy") return { state: "done", ...report };
  return { ...more, delivered: report.delivered + more.delivered, aside: report.aside + more.aside };
}

/** Opened at the first entry that is fit to be delivered. */
function lazily(open: () => Promise<Destination>): Destination {
  let opened: Promise<Destination> | undefined;
  return { deliver: async (delivery) => (await (opened ??= open())).deliver(delivery) };
}
