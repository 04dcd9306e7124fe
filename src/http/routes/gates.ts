import { z } from "zod";
import { findBuiltInPack } from "../../core/gate/built-in-packs.ts";
import type { Gate, GateCatalogue } from "../../core/gate/gate.ts";
import { respond, routesOf, type Route } from "../route.ts";
import { gateFields } from "../schemas/gate.ts";

const gate = z
  .object({
    ...gateFields,
    pack: z.string().nullable().describe("Its built-in pack; null for your own."),
    hours: z.number().describe("How long people have to decide."),
  })
  .meta({ id: "Gate" });

/** The gates that have default hours. */
const DEFAULT_GATES = ["Before send", "Before merge", "Before publish"] as const;

const route = routesOf("gates");

export const GATES_ROUTES: readonly Route[] = [
  route("GET /gates", {
    id: "listGates",
    summary: "List the active gates",
    description:
      "Every registered tag with its gate and what to do about it, and how long people have to decide at each gate.",
    permission: "ask",
    responses: {
      200: z.object({
        packs: z.array(z.object({ name: z.string(), description: z.string().nullable() })),
        fallback_tag: z.string().describe("Used if a rejection names no gate."),
        gates: z.array(gate),
        hours: z
          .array(z.object({ gate: z.string(), hours: z.number() }))
          .describe("The default gates, and those with waiting work."),
      }),
    },
    handle: async (_request, { gates, gateHours, store, now }) => {
      const { gates: waiting } = await store.submissions.counts({ now: now(), decidedSince: now() });
      const named = new Set([...DEFAULT_GATES, ...waiting.map((each) => each.gate)]);
      return respond(200, {
        packs: gates.packs.map((name) => ({
          name,
          description: findBuiltInPack(name)?.description ?? null,
        })),
        fallback_tag: gates.fallback.tag,
        gates: gates.list().map((each) => ({
          ...each,
          pack: packOf(each, gates),
          hours: gateHours.hoursOf(each.gate),
        })),
        hours: [...named].map((name) => ({ gate: name, hours: gateHours.hoursOf(name) })),
      });
    },
  }),
];

/** The built-in pack of a gate. A gate that overrides one with the same tag has none. */
const packOf = (listed: Gate, { packs }: GateCatalogue): string | null =>
  packs.find((name) => findBuiltInPack(name)?.gates.includes(listed) === true) ?? null;
