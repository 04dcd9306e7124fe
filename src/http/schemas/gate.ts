import { z } from "zod";
import { GATE_ROUTES, GATE_SEVERITIES } from "../../core/gate/gate.ts";

export const gateFields = {
  tag: z.string().meta({ description: "What machines call it." }),
  gate: z.string().meta({ description: "What people call it; several tags may belong to one gate." }),
  description: z.string(),
  fix: z.string().meta({ description: "An instruction that an agent can follow." }),
  severity: z.enum(GATE_SEVERITIES),
  auto_fixable: z.boolean(),
  route: z.enum(GATE_ROUTES).meta({ description: "What happens next to work that fails it." }),
};

/** What to do about a tag that a rejection names. */
export const tagGuidanceSchema = z
  .union([
    z.object({ registered: z.literal(true), ...gateFields }),
    z.object({
      registered: z.literal(false),
      tag: gateFields.tag,
      gate: z.null(),
      description: z.null(),
      fix: z.null(),
      severity: z.null(),
      auto_fixable: z.null(),
      route: z.null(),
    }),
  ])
  .meta({ id: "TagGuidance", description: "Nulls for a tag that no pack in use holds." });
