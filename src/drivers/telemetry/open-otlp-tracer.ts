import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags, type Context } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from "@opentelemetry/sdk-trace";
import type { TraceParent, Tracer } from "../../ports/tracer.ts";

export interface OtlpOptions {
  /** The collector's address, with or without `/v1/traces`. */
  readonly url: string;
  readonly version: string;
  /** Called at most once a minute when spans are lost. Must not throw. */
  readonly onFault: (message: string) => void;
  readonly nowMs?: () => number;
}

/** Neither a response nor the end of the process waits longer for a collector. */
const LIMIT_MS = 2_000;
const FAULT_EVERY_MS = 60_000;

/** Sends spans in batches as OTLP over HTTP. What a collector does not accept is dropped, and nobody waits for it. */
export function openOtlpTracer({ url, version, onFault, nowMs = Date.now }: OtlpOptions): Tracer {
  const exporter = new OTLPTraceExporter({ ...otlpEndpoint(url), timeoutMillis: LIMIT_MS });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": "emend", "service.version": version }),
    spanLimits: { attributeValueLengthLimit: 200, attributeCountLimit: 20 },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: withFaults(exporter, onFault, nowMs),
        scheduledDelayMillis: 1_000,
        exportTimeoutMillis: LIMIT_MS,
      }),
    ],
  });
  const tracer = provider.getTracer("emend", version);
  return {
    start: (name, { kind, parent }) => {
      const span = tracer.startSpan(name, { kind: KINDS[kind] }, contextOf(parent));
      return {
        traceId: span.spanContext().traceId,
        end: ({ name: known, attributes, error } = {}) => {
          if (known !== undefined) span.updateName(known);
          if (attributes !== undefined) span.setAttributes(attributes);
          if (error !== undefined) {
            span.setAttribute("error.type", error);
            span.setStatus({ code: SpanStatusCode.ERROR });
          }
          span.end();
        },
      };
    },
    close: async () => {
      let timer: NodeJS.Timeout | undefined;
      const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, LIMIT_MS)));
      await Promise.race([provider.shutdown().catch(() => undefined), limit]);
      clearTimeout(timer);
    },
  };
}

const KINDS = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER } as const;

const contextOf = (parent: TraceParent | undefined): Context =>
  parent === undefined
    ? ROOT_CONTEXT
    : trace.setSpanContext(ROOT_CONTEXT, {
        traceId: parent.traceId,
        spanId: parent.spanId,
        traceFlags: parent.sampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
        isRemote: true,
      });

/** Reports failures of an exporter. */
function withFaults(
  exporter: SpanExporter,
  onFault: (message: string) => void,
  nowMs: () => number,
): SpanExporter {
  let quietUntil = -Infinity;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error !== undefined && nowMs() >= quietUntil) {
          quietUntil = nowMs() + FAULT_EVERY_MS;
          onFault(`spans could not be sent and are lost: ${result.error.message}`);
        }
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}

interface OtlpEndpoint {
  readonly url: string;
  readonly headers: Record<string, string>;
}

/** The endpoint for a collector's address: adds `/v1/traces` if missing, and turns a login into a header. */
function otlpEndpoint(address: string): OtlpEndpoint {
  const url = new URL(address);
  const { username, password } = url;
  url.username = "";
  url.password = "";
  url.hash = "";
  const path = url.pathname.replace(/\/$/, "");
  url.pathname = path.endsWith("/v1/traces") ? path : `${path}/v1/traces`;
  const login = `${decoded(username)}:${decoded(password)}`;
  return {
    url: url.href,
    headers: login === ":" ? {} : { authorization: `Basic ${Buffer.from(login).toString("base64")}` },
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
