import type { Config } from "../../config/config.ts";
import type { HttpLog } from "../../http/http-log.ts";
import type { Tracer } from "../../ports/tracer.ts";
import type { CliIo } from "../cli-io.ts";
import type { Learning } from "../open/open-learning.ts";
import { VERSION } from "../version.ts";

/** Where spans go; nothing is loaded where nobody wants them. */
export async function openTracer(
  io: CliIo,
  { telemetry }: Config,
  log: HttpLog,
): Promise<Tracer | undefined> {
  if (telemetry.otlpUrl === undefined) return undefined;
  const { compose } = await import("../../compose.ts");
  return compose({ cwd: io.cwd }).openTracer({
    url: telemetry.otlpUrl,
    version: VERSION,
    onFault: (reason) => log.warn({ reason }, "the collector of spans cannot be reached"),
  });
}

/** The same learning, with a span for each batch that it evaluates. */
export function traceLearning(learning: Learning, tracer: Tracer | undefined): Learning {
  if (tracer === undefined) return learning;
  return {
    ...learning,
    evaluate: async (feedbackIds) => {
      const span = tracer.start("learn", { kind: "consumer" });
      const batch = { "messaging.batch.message_count": feedbackIds.length };
      try {
        const evaluated = await learning.evaluate(feedbackIds);
        span.end({ attributes: { ...batch, "emend.evaluated.count": evaluated.length } });
        return evaluated;
      } catch (error) {
        span.end({ attributes: batch, error: error instanceof Error ? error.name : "unknown" });
        throw error;
      }
    },
  };
}
