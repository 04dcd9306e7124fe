/** Tells a collector what was done and how long it took. Nothing here throws, and only `close` waits. */
export interface Tracer {
  start(name: string, options: SpanOptions): Span;
  /** Sends what is left; answers after 2 seconds at the latest, sent or not. */
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
  /** What kind of failure it was, in a word; absent where it was none. */
  readonly error?: string;
}

/** What W3C's header `traceparent` says. */
export interface TraceParent {
  readonly traceId: string;
  readonly spanId: string;
  readonly sampled: boolean;
}
