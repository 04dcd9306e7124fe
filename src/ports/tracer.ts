/** Reports spans to a collector. Nothing here throws, and only `close` waits. */
export interface Tracer {
  start(name: string, options: SpanOptions): Span;
  /** Flushes pending spans and resolves after at most 2 seconds, sent or not. */
  close(): Promise<void>;
}

interface SpanOptions {
  readonly kind: "server" | "consumer";
  /** Whoever asked; without one the span begins a trace of its own. */
  readonly parent?: TraceParent;
}

/** One piece of work while it is done. */
interface Span {
  /** 32 hex digits. */
  readonly traceId: string;
  end(outcome?: SpanOutcome): void;
}

export interface SpanOutcome {
  /** What it is called now that more is known. */
  readonly name?: string;
  readonly attributes?: Readonly<Record<string, string | number>>;
  /** The kind of failure in one word; undefined on success. */
  readonly error?: string;
}

/** What W3C's header `traceparent` says. */
export interface TraceParent {
  readonly traceId: string;
  readonly spanId: string;
  readonly sampled: boolean;
}
