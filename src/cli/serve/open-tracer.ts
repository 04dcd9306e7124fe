import type { Config } from "../../config/config.ts";
import type { HttpLog } from "../../http/http-log.ts";
import type { Tracer } from "../../ports/tracer.ts";
import type { CliIo } from "../cli-io.ts";
import { VERSION } from "../version.ts";

/** Where spans go; nothing is loaded where nobody wants them. */
export async function openTracer(
  io: CliIo,
  { telemetry }: Config,
  log: HttpLog,
): Promise<Tracer | undefined> {
  if (telemetry.otlpUrl === undefined) return undefined;
  const { openDrivers } = await import("../../compose/drivers.ts");
  return openDrivers({ cwd: io.cwd }).openTracer({
    url: telemetry.otlpUrl,
    version: VERSION,
    onFault: (reason) => log.warn({ reason }, "the OTLP collector cannot be reached"),
  });
}
