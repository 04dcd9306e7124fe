import { fenceLines, withoutComments } from "../markdown/split-fences.ts";
import { escapeCharacter, escapeJson, INVISIBLE, writeRejectionBlock } from "./rejection-block.ts";
import { DUPLICATE_TAG, type RejectionRival } from "./duplicate-gate.ts";
import { type GateCatalogue, type Gate, type GateRoute, nearestTag } from "./gate.ts";
import { rejectionVerdict, normalizeIssues, type Signer } from "./rejection.ts";
import { asksForChange, NOTE_HEADING } from "./asks-for-change.ts";
import { toUtcTimestamp } from "../time/time.ts";

/** Longer text is cut for people; the machine-readable half always contains all of it. */
const MAX_CODE_LENGTH = 200;
const MAX_NOTE_LENGTH = 20_000;

/**
 * Renders text from outside as inline code on one line, escaped as in the machine-readable half: it cannot close
 * its code span, mention anyone, become a link or look like a rejection block.
 */
export function markdownCode(text: string): string {
  const shown = cut(text, MAX_CODE_LENGTH);
  const spelled = escapeJson(JSON.stringify(shown).slice(1, -1).replaceAll('\\"', '"'));
  const edged = spelled.replace(/^ | $/g, "\\u0020");
  return `\`${edged}\`${shown.length < text.length ? "…" : ""}`;
}

/** Renders a person's note as a fenced block, so that it is shown literally. */
export function quoteNote(text: string): string {
  const shown = cut(text, MAX_NOTE_LENGTH);
  const lines = shown.replace(/\r\n?/g, "\n").replace(UNPRINTABLE, escapeCharacter);
  const block = fenceLines([withoutComments(lines).trim()], "text");
  const rest = text.length - shown.length;
  return `${block}${rest > 0 ? `\n(${rest} more characters left out)` : ""}`;
}

/** A pack's text, which may contain Markdown but no line breaks or HTML comments. */
export const quoteGuidance = (text: string): string => withoutComments(text.replace(/\s+/g, " ")).trim();

const UNPRINTABLE = new RegExp(`[\\u0000-\\u0008\\u000b-\\u001f\\ud800-\\udfff${INVISIBLE}]`, "gu");

function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}

interface GuidanceFor {
  readonly source: string;
  readonly catalogue: GateCatalogue;
  /** The reviewer's note, which is shown below. */
  readonly note: string | undefined;
  readonly rivals: readonly RejectionRival[];
}

/** The human-readable half of a rejection: what failed, why it matters, what to do. */
function renderGuidance(tags: readonly string[], { source, catalogue, note, rivals }: GuidanceFor): string {
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
  const by = source.trim() === "" ? "" : ` (by ${markdownCode(source)})`;
  const sections = [`**${VERDICTS[verdict]}** — ${counts.join(", ")}${by}`];
  if (gates.length > 0) {
    const shown = [...blocking, ...warnings].map((gate) =>
      isExplainedByNote(gate, catalogue, note) ? { ...gate, ...EXPLAINED_BY_NOTE } : gate,
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

const EXPLAINED_BY_NOTE = {
  description: "No gate was named, but the note below says what to do",
  fix: "Do what the note below asks.",
};

/** Whether the note says what to do because no tag does. */
const isExplainedByNote = (gate: Gate, { fallback }: GateCatalogue, note: string | undefined): boolean =>
  gate.tag === fallback.tag && asksForChange(note);

const count = (n: number, what: string): string => (n === 0 ? "" : `${n} ${what}${n === 1 ? "" : "s"}`);

function renderGate(gate: Gate): string {
  const label = gate.severity === "blocking" ? "BLOCK" : "WARN";
  const lines = [
    `- **[${label}] ${quoteGuidance(gate.gate)}** (${markdownCode(gate.tag)}): ${quoteGuidance(gate.description)}`,
    `  - Fix: ${quoteGuidance(gate.fix)}`,
  ];
  if (gate.auto_fixable) lines.push("  - Auto-fixable: a tool can do this without judgement.");
  const next = NEXT_STEP[gate.route];
  if (next !== undefined) lines.push(`  - Next: ${next}`);
  return lines.join("\n");
}

const MAX_RIVALS = 5;
const MAX_PASSAGES = 3;

/** Lists the texts that say the same, and where. */
const renderRivals = (rivals: readonly RejectionRival[]): readonly string[] =>
  rivals
    .slice(0, MAX_RIVALS)
    .flatMap(({ name, score, passages }) => [
      `  - Rival: ${markdownCode(name)} says ${percent(score)} of it`,
      ...passages
        .slice(0, MAX_PASSAGES)
        .map(
          (each) =>
            `    - ${linesOf(each.ours)} here, ${linesOf(each.theirs)} there: ${percent(each.score)} alike`,
        ),
    ]);

/** Rounds down, so that only identical text is 100 %. */
const percent = (score: number): string => `${Math.floor(score * 100 + 0.01)} %`;

const linesOf = ({ line, end_line }: { readonly line: number; readonly end_line: number }): string =>
  line === end_line ? `line ${line}` : `lines ${line} to ${end_line}`;

/** Only for routes where fixing and resubmitting is not the next step. */
const NEXT_STEP: Readonly<Record<GateRoute, string | undefined>> = {
  auto_fix: undefined,
  llm_fix: undefined,
  convert: "do not resubmit this as it is; what is worth keeping goes where the fix says.",
  close: "this submission will be closed; start a new one if there is still something to submit.",
};

/** Comparing a tag with every registered one is expensive, and nobody reads more suggestions. */
const MAX_SUGGESTIONS = 20;

function renderUnregistered(tags: readonly string[], catalogue: GateCatalogue): string {
  const known = catalogue.list().map((gate) => gate.tag);
  const packs = catalogue.packs.map(markdownCode).join(", ") || "none";
  return [
    `**Unregistered ${tags.length === 1 ? "tag" : "tags"}** — in none of the active packs (${packs}), so there is no guidance for:`,
    "",
    ...tags.map((tag, index) => {
      const nearest = index < MAX_SUGGESTIONS ? nearestTag(tag, known) : undefined;
      return `- **[UNREGISTERED]** ${markdownCode(tag)}${nearest === undefined ? "" : ` — did you mean ${markdownCode(nearest)}?`}`;
    }),
    "",
    "What to do:",
    "",
    "1. Author: treat it as blocking, and ask the reviewer what has to change.",
    "2. Reviewer: reject again with a registered tag, or add this one to a pack with its fix and route.",
  ].join("\n");
}

export interface RejectionDraft {
  /** The tags of the failed gates; blank ones are ignored, and the fallback is used if none is left. */
  readonly issues: readonly string[];
  /** The validator or reviewer. */
  readonly source: string;
  /** An RFC 3339 date-time; written in UTC. */
  readonly ts: string;
  readonly catalogue: GateCatalogue;
  /** Signs the machine-readable half; readers with the key then reject any other block. */
  readonly signer?: Signer;
  /** A person's note, shown literally below the guidance. */
  readonly comment?: string;
  /** For a near-duplicate: the texts that already say the same. */
  readonly rivals?: readonly RejectionRival[];
}

/**
 * Formats the comment that rejects a submission, or only warns if every tag is a warning: a block for machines,
 * then guidance for people, from the same tags. Throws a RangeError for an invalid `ts`, which is a caller's bug.
 */
export function formatRejection(draft: RejectionDraft): string {
  const { catalogue, source } = draft;
  const ts = toUtcTimestamp(draft.ts);
  if (ts === undefined) throw new RangeError("ts must be an RFC 3339 date-time such as 2026-01-31T12:00:00Z");
  const issues = normalizeIssues(draft.issues, catalogue.fallback.tag);
  const unregistered = issues.filter((tag) => catalogue.find(tag) === undefined);
  const halves = [
    writeRejectionBlock({ issues, unregistered, source, ts }, draft.signer),
    renderGuidance(issues, { source, catalogue, note: draft.comment, rivals: draft.rivals ?? [] }),
  ];
  if (draft.comment !== undefined && draft.comment.trim() !== "") {
    halves.push(`${NOTE_HEADING}\n\n${quoteNote(draft.comment)}`);
  }
  return `${halves.join("\n\n")}\n`;
}
