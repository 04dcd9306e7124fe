/** How much a failed gate weighs: `blocking` must be fixed, `warning` should be. */
export const GATE_SEVERITIES = ["blocking", "warning"] as const;
export type GateSeverity = (typeof GATE_SEVERITIES)[number];

/** Where a rejected submission goes next: mended by a tool, mended by the agent, turned into something else, or dropped. */
export const GATE_ROUTES = ["auto_fix", "llm_fix", "convert", "close"] as const;
export type GateRoute = (typeof GATE_ROUTES)[number];

/** A named condition that a submission must meet, and what to do when it does not. */
export interface Gate {
  /** What machines call it; unique within its pack. */
  readonly tag: string;
  /** What people call it; several tags may belong to one gate. */
  readonly gate: string;
  readonly description: string;
  /** An instruction that an agent can follow without reading anything else. */
  readonly fix: string;
  readonly severity: GateSeverity;
  readonly auto_fixable: boolean;
  readonly route: GateRoute;
}

/** Gates that are used together. */
export interface GatePack {
  readonly name: string;
  readonly description: string;
  /** The gate that stands in when a rejection names none; one of `gates`. */
  readonly fallback_tag: string;
  readonly gates: readonly Gate[];
}
