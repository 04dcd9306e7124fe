import type { GateCatalogue } from "./gate-catalogue.ts";
import type { Gate, GateRoute } from "./gate.ts";
import { nearestTag } from "./nearest-tag.ts";
import { quoteCode, quoteGuidance } from "./quote-markdown.ts";

/** The half of a rejection that people read: what failed, why it matters, what to do. */
export function renderGuidance(tags: readonly string[], source: string, catalogue: GateCatalogue): string {
  const gates = tags.map((tag) => catalogue.find(tag)).filter((gate) => gate !== undefined);
  const unregistered = tags.filter((tag) => catalogue.find(tag) === undefined);
  const blocking = gates.filter((gate) => gate.severity === "blocking");
  const warnings = gates.filter((gate) => gate.severity === "warning");
  const sections = [headline(blocking.length, warnings.length, unregistered.length, source)];
  if (gates.length > 0) sections.push([...blocking, ...warnings].map(renderGate).join("\n"));
  if (unregistered.length > 0) sections.push(renderUnregistered(unregistered, catalogue));
  return sections.join("\n\n");
}

function headline(blocking: number, warnings: number, unregistered: number, source: string): string {
  const counts = [
    count(blocking, "blocking issue"),
    count(warnings, "warning"),
    count(unregistered, "unregistered tag"),
  ].filter((part) => part !== "");
  const by = source.trim() === "" ? "" : ` (by ${quoteCode(source)})`;
  return `**Rejected** — ${counts.join(", ")}${by}`;
}

const count = (n: number, what: string): string => (n === 0 ? "" : `${n} ${what}${n === 1 ? "" : "s"}`);

function renderGate(gate: Gate): string {
  const label = gate.severity === "blocking" ? "BLOCK" : "WARN";
  const lines = [
    `- **[${label}] ${quoteGuidance(gate.gate)}** (${quoteCode(gate.tag)}): ${quoteGuidance(gate.description)}`,
    `  - Fix: ${quoteGuidance(gate.fix)}`,
  ];
  if (gate.auto_fixable) lines.push("  - Auto-fixable: a tool can do this without judgement.");
  const next = NEXT_STEP[gate.route];
  if (next !== undefined) lines.push(`  - Next: ${next}`);
  return lines.join("\n");
}

/** Said only where mending and resubmitting is not what comes next. */
const NEXT_STEP: Readonly<Record<GateRoute, string | undefined>> = {
  auto_fix: undefined,
  llm_fix: undefined,
  convert: "do not resubmit this as it is; what is worth keeping goes where the fix says.",
  close: "this submission will be closed; start a new one if there is still something to submit.",
};

/** Comparing a tag with every registered one is dear, and nobody reads more suggestions. */
const MAX_SUGGESTIONS = 20;

function renderUnregistered(tags: readonly string[], catalogue: GateCatalogue): string {
  const known = catalogue.list().map((gate) => gate.tag);
  const packs = catalogue.packs.map(quoteCode).join(", ") || "none";
  return [
    `**Unregistered ${tags.length === 1 ? "tag" : "tags"}** — in none of the packs in use (${packs}), so there is no guidance for:`,
    "",
    ...tags.map((tag, index) => {
      const nearest = index < MAX_SUGGESTIONS ? nearestTag(tag, known) : undefined;
      return `- **[UNREGISTERED]** ${quoteCode(tag)}${nearest === undefined ? "" : ` — perhaps ${quoteCode(nearest)} is meant`}`;
    }),
    "",
    "What to do:",
    "",
    "1. Author: treat it as blocking, and ask the reviewer what has to change.",
    "2. Reviewer: reject again with a registered tag, or add this one to a pack with its fix and route.",
  ].join("\n");
}
