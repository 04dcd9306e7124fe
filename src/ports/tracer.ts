/** Reports spans to a collector. Nothing here throws, and only `close` waits. */
export interface Tracer {
  start(name: string, options: SpanOptions): Span;
  /** Flushes pending spans and resolves after at most 2 seconds, sent or not. */
  close(): Promise<void>;
}

interface SpanOptions {
  readonly kind: "server" | "consumer";
  /** The caller; without it the span starts a new trace. */
  readonly parent?: TraceParent;
}

interface Span {
  /** 32 hex digits. */
  readonly traceId: string;
  end(outcome?: SpanOutcome): void;
}

export interface SpanOutcome {
  /** A more specific name. */
  readonly name?: string;
  readonly attributes?: Readonly<Record<string, string | number>>;
  /** The kind of failure in one word; undefined on success. */
  readonly error?: string;
}

/** The W3C `traceparent` header. */
export interface TraceParent {
  readonly traceId: string;
  readonly spanId: string;
  readonly sampled: boolean;
}
