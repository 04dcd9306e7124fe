import { z } from "zod";
import { GATE_ROUTES, GATE_SEVERITIES } from "../../core/gate/gate.ts";

export const gateFields = {
  tag: z.string().describe("Its name for programs."),
  gate: z.string().describe("Its name for people; a gate can have several tags."),
  description: z.string(),
  fix: z.string().describe("An instruction that an agent can follow."),
  severity: z.enum(GATE_SEVERITIES),
  auto_fixable: z.boolean(),
  route: z.enum(GATE_ROUTES).describe("What happens next to work that fails it."),
};

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
  .meta({ id: "TagGuidance", description: "Null for a tag that is in no active pack." });
