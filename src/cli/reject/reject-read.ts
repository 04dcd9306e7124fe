import { defined } from "../../core/defined.ts";
import type { GateCatalogue } from "../../core/gate/gate.ts";
import { rejectionGuidance } from "../../core/gate/rejection-guidance.ts";
import { rejectionVerdict, type Rejection } from "../../core/gate/rejection.ts";
import { reviewerWords } from "../../core/gate/asks-for-change.ts";
import type { ParsedRejection } from "../../core/gate/parse-rejection.ts";
import type { CliContext } from "../cli-context.ts";
import { EXIT } from "../exit-code.ts";
import { readInput } from "../terminal/input.ts";
import { lineError, mapJsonl, withLinesOf } from "../terminal/jsonl.ts";
import { loadSigner } from "../open/load-signer.ts";
import { loadGates } from "../open/load-gates.ts";
import type { RejectOptions } from "./reject.ts";
import { safeLine } from "../terminal/safe-text.ts";
import { painter, type Paint } from "../terminal/style.ts";

/** `emend reject --parse`: reads the tags of a rejection comment. */
export async function readRejection(options: RejectOptions, { io, finish }: CliContext): Promise<void> {
  const gates = await loadGates(options.pack, io);
  const signer = await loadSigner(options.keyFile, io);
  const { parseRejection } = await import("../../core/gate/parse-rejection.ts");
  const fallbackTag = gates.fallback.tag;
  const parse = (comment: string): ParsedRejection =>
    parseRejection(comment, { fallbackTag, ...defined({ signer }) });
  const file = typeof options.parse === "string" && options.parse !== "-" ? options.parse : undefined;

  if (options.jsonl === true) {
    let refused = 0;
    const unreadable = await mapJsonl(await withLinesOf(io, file, "the comments"), ({ comment }) => {
      if (typeof comment === "string") return toAnswer(parse(comment), gates);
      refused += 1;
      return { issues: null, ...lineError("invalid_input", "comment must be a string") };
    });
    if (unreadable + refused > 0) finish(EXIT.usage);
    return;
  }

  const comment = await readInput(io, file, "a rejection comment");
  const parsed = parse(comment);
  if (!parsed.ok) finish(EXIT.problem);
  if (options.json === true) {
    io.stdout.write(`${JSON.stringify(toAnswer(parsed, gates))}\n`);
    return;
  }
  if (parsed.ok) {
    io.stdout.write(`${renderRejection(parsed.value, { comment, gates, paint: painter(io) })}\n`);
  } else if (parsed.error.code === "none") {
    io.stderr.write(`emend: ${safeLine(parsed.error.message)} [none]\n`);
  } else {
    io.stderr.write("emend: there is no valid rejection block:\n");
  }
  for (const { block, code, message } of parsed.diagnostics) {
    io.stderr.write(`emend: block ${block + 1}: ${safeLine(message)} [${code}]\n`);
  }
}

function toAnswer(parsed: ParsedRejection, gates: GateCatalogue): Record<string, unknown> {
  const diagnostics = parsed.diagnostics.length === 0 ? {} : { diagnostics: parsed.diagnostics };
  return parsed.ok
    ? { ...parsed.value, verdict: rejectionVerdict(parsed.value.issues, gates), ...diagnostics }
    : { issues: null, error: parsed.error, ...diagnostics };
}

interface Shown {
  readonly comment: string;
  readonly gates: GateCatalogue;
  readonly paint: Paint;
}

function renderRejection(rejection: Rejection, { comment, gates, paint }: Shown): string {
  const { issues } = rejection;
  const by = rejection.source === null ? "" : ` by ${safeLine(rejection.source)}`;
  const at = rejection.ts === null ? "" : ` at ${rejection.ts}`;
  const isWarning = rejectionVerdict(issues, gates) === "warnings";
  const what = isWarning ? "Warnings" : "Rejected";
  const count = isWarning
    ? `: ${issues.length} non-blocking ${issues.length === 1 ? "issue" : "issues"}`
    : "";
  const lines = [`${paint("bold", what)}${by}${at}${rejection.signed ? ", signature verified" : ""}${count}`];
  for (const each of rejectionGuidance(issues, reviewerWords(comment), gates)) {
    const tag = safeLine(each.tag);
    if (!each.registered) {
      lines.push(`  ${paint("red", "UNREGISTERED")}  ${tag}`);
      lines.push("      Fix: ask the reviewer what has to change; no active pack has guidance for this tag.");
    } else {
      const label = each.severity === "blocking" ? paint("red", "BLOCK") : paint("yellow", "WARN");
      lines.push(`  ${label}  ${tag}  ${safeLine(each.gate)} (${each.route})`);
      lines.push(`      Fix: ${safeLine(each.fix)}`);
    }
  }
  return lines.join("\n");
}
