import { DUPLICATE_TAG, type RejectionRival } from "./duplicate-gate.ts";
import type { GateCatalogue } from "./gate-catalogue.ts";
import type { Gate, GateRoute } from "./gate.ts";
import { nearestTag } from "./nearest-tag.ts";
import { quoteCode, quoteGuidance } from "./quote-markdown.ts";
import { rejectionVerdict } from "./rejection-verdict.ts";
import { saysWhatIsWanted } from "./says-what-is-wanted.ts";

interface GuidanceFor {
  readonly source: string;
  readonly catalogue: GateCatalogue;
  /** What the reviewer says beside the tags; it is shown below. */
  readonly note: string | undefined;
  readonly rivals: readonly RejectionRival[];
}

/** The half of a rejection that people read: what failed, why it matters, what to do. */
export function renderGuidance(
  tags: readonly string[],
  { source, catalogue, note, rivals }: GuidanceFor,
): string {
  const gates = tags.map((tag) => catalogue.find(tag)).filter((gate) => gate !== undefined);
  const unregistered = tags.filter((tag) => catalogue.find(tag) === undefined);
  const blocking = gates.filter((gate) => gate.severity === "blocking");
  const warnings = gates.filter((gate) => gate.severity === "warning");
  const verdict = rejectionVerdict(tags, catalogue);
  const counts = [
    count(blocking.length, "blocking issue"),
    count(warnings.length, verdict === "warnings" ? "non-blocking issue" : "warning"),
    count(unregistered.length, "unregistered tag"),
  ].filter((part) => part !== "");
  const by = source.trim() === "" ? "" : ` (by ${quoteCode(source)})`;
  const sections = [`**${VERDICTS[verdict]}** — ${counts.join(", ")}${by}`];
  if (gates.length > 0) {
    const shown = [...blocking, ...warnings].map((gate) =>
      isSaid(gate, catalogue, note) ? { ...gate, ...SAID } : gate,
    );
    sections.push(
      shown
        .map((gate) =>
          [renderGate(gate), ...(gate.tag === DUPLICATE_TAG ? renderRivals(rivals) : [])].join("\n"),
        )
        .join("\n"),
    );
  }
  if (unregistered.length > 0) sections.push(renderUnregistered(unregistered, catalogue));
  return sections.join("\n\n");
}

const VERDICTS = { rejected: "Rejected", warnings: "Warnings" } as const;

const SAID = {
  description: "No gate was named, but the note below says what is wanted",
  fix: "Do what the note below asks.",
};

/** The note says what to do where no tag does. */
const isSaid = (gate: Gate, { fallback }: GateCatalogue, note: string | undefined): boolean =>
  gate.tag === fallback.tag && saysWhatIsWanted(note);

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

const MOST_RIVALS = 5;
const MOST_PASSAGES = 3;

/** Which text is there already, and where each says what the other says. */
const renderRivals = (rivals: readonly RejectionRival[]): readonly string[] =>
  rivals
    .slice(0, MOST_RIVALS)
    .flatMap(({ name, score, passages }) => [
      `  - Rival: ${quoteCode(name)} says ${percent(score)} of it`,
      ...passages
        .slice(0, MOST_PASSAGES)
        .map(
          (each) =>
            `    - ${linesOf(each.ours)} here, ${linesOf(each.theirs)} there: ${percent(each.score)} alike`,
        ),
    ]);

/** Never 100 % for what is not the same. */
const percent = (score: number): string => `${Math.floor(score * 100 + 0.01)} %`;

const linesOf = ({ line, end_line }: { readonly line: number; readonly end_line: number }): string =>
  line === end_line ? `line ${line}` : `lines ${line} to ${end_line}`;

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
      return `- **[UNREGISTERED]** ${quoteCode(tag)}${nearest === undefined ? "" : ` — did you mean ${quoteCode(nearest)}?`}`;
    }),
    "",
    "What to do:",
    "",
    "1. Author: treat it as blocking, and ask the reviewer what has to change.",
    "2. Reviewer: reject again with a registered tag, or add this one to a pack with its fix and route.",
  ].join("\n");
}
