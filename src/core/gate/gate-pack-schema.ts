import { z } from "zod";
import { GATE_ROUTES, GATE_SEVERITIES } from "./gate.ts";

const line = (max: number) => z.string().min(1).max(max).regex(ONE_LINE);

/** Not blank, one line, and nothing that opens an HTML comment, since that is what readers look for. */
const ONE_LINE = /^(?!\s*$)(?!.*<!--)[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/;

const gateSchema = z.strictObject({
  tag: z.string().regex(/^[a-z][a-z0-9_]{0,63}$/),
  gate: line(80),
  description: line(400),
  fix: line(1000),
  severity: z.enum(GATE_SEVERITIES),
  auto_fixable: z.boolean(),
  route: z.enum(GATE_ROUTES),
});

/** The shape of a pack file; `parseGatePack` also checks what no shape can say. */
export const gatePackSchema = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9-]{0,63}$/),
  description: line(400),
  /** A built-in pack whose gates are taken over; a gate given here under the same tag replaces its own. */
  extends: z.string().optional(),
  fallback_tag: z.string().optional(),
  gates: z.array(gateSchema).max(500),
});

export type GatePackFile = z.infer<typeof gatePackSchema>;
