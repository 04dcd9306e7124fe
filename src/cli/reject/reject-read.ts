import { Readable } from "node:stream";
import type { GateCatalogue } from "../../core/gate/gate-catalogue.ts";
import type { ParsedRejection } from "../../core/gate/parse-rejection.ts";
import type { Rejection } from "../../core/gate/rejection.ts";
import type { CliContext } from "../cli-context.ts";
import { EXIT } from "../exit-code.ts";
import { readInput, readTextFile } from "../terminal/input.ts";
import { mapJsonl } from "../terminal/jsonl.ts";
import { loadSigner } from "../open/load-signer.ts";
import { loadGates } from "../open/load-gates.ts";
import type { RejectOptions } from "./reject.ts";
import { safeLine } from "../terminal/safe-text.ts";
import { painter, type Paint } from "../terminal/style.ts";

/** `emend reject --parse`: rejection comment in, tags out. */
export async function readRejection(options: RejectOptions, { io, finish }: CliContext): Promise<void> {
  const gates = await loadGates(options.pack, io);
  const signer = await loadSigner(options.keyFile, io);
  const { parseRejection } = await import("../../core/gate/parse-rejection.ts");
  const fallbackTag = gates.fallback.tag;
  const parse = (comment: string): ParsedRejection =>
    parseRejection(comment, { fallbackTag, ...(signer === undefined ? {} : { signer }) });
  const file = typeof options.parse === "string" && options.parse !== "-" ? options.parse : undefined;

  if (options.jsonl === true) {
    const stdin =
      file === undefined ? io.stdin : Readable.from([await readTextFile(io, file, "the comments")]);
    let refused = 0;
    const unreadable = await mapJsonl({ ...io, stdin }, ({ comment }) => {
      if (typeof comment === "string") return toAnswer(parse(comment));
      refused += 1;
      return { issues: null, error: { code: "invalid_input", message: "comment must be a string" } };
    });
    if (unreadable + refused > 0) finish(EXIT.usage);
    return;
  }

  const parsed = parse(await readInput(io, file, "a rejection comment"));
  if (!parsed.ok) finish(EXIT.problem);
  if (options.json === true) {
    io.stdout.write(`${JSON.stringify(toAnswer(parsed))}\n`);
    return;
  }
  if (parsed.ok) {
    io.stdout.write(`${renderRejection(parsed.value, gates, painter(io))}\n`);
  } else if (parsed.error.code === "none") {
    io.stderr.write(`emend: ${safeLine(parsed.error.message)} [none]\n`);
  } else {
    io.stderr.write("emend: no rejection block is valid, because\n");
  }
  for (const { block, code, message } of parsed.diagnostics) {
    io.stderr.write(`emend: block ${block + 1}: ${safeLine(message)} [${code}]\n`);
  }
}

function toAnswer(parsed: ParsedRejection): Record<string, unknown> {
  const diagnostics = parsed.diagnostics.length === 0 ? {} : { diagnostics: parsed.diagnostics };
  return parsed.ok
    ? { ...parsed.value, ...diagnostics }
    : { issues: null, error: parsed.error, ...diagnostics };
}

function renderRejection(rejection: Rejection, gates: GateCatalogue, paint: Paint): string {
  const by = rejection.source === null ? "" : ` by ${safeLine(rejection.source)}`;
  const at = rejection.ts === null ? "" : ` at ${rejection.ts}`;
  const lines = [`${paint("bold", "Rejected")}${by}${at}${rejection.signed ? ", signature verified" : ""}`];
  for (const tag of rejection.issues) {
    const gate = gates.find(tag);
    if (gate === undefined) {
      lines.push(`  ${paint("red", "UNREGISTERED")}  ${safeLine(tag)}`);
      lines.push("      Fix: ask the reviewer what has to change; no pack in use has guidance for this tag.");
    } else {
      const label = gate.severity === "blocking" ? paint("red", "BLOCK") : paint("yellow", "WARN");
      lines.push(`  ${label}  ${safeLine(tag)}  ${safeLine(gate.gate)} (${gate.route})`);
      lines.push(`      Fix: ${safeLine(gate.fix)}`);
    }
  }
  return lines.join("\n");
}
