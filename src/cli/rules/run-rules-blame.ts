import { relative, resolve } from "node:path";
import { blameRules, type RuleLine } from "../../core/inject/blame-rules.ts";
import { projectRoot } from "../../hook/hook-paths.ts";
import type { BlamedLine } from "../../ports/commit-lookup.ts";
import type { CliContext } from "../cli-context.ts";
import { refusal } from "../cli-error.ts";
import { driversOf } from "../open/drivers-of.ts";
import { printFromStore } from "../open/open-emend.ts";
import type { StoreOptions } from "../options/store-option.ts";
import { readTextFile } from "../terminal/input.ts";
import { formatCount, formatDay, shortId } from "../terminal/plain-text.ts";
import { safeLine, toJson } from "../terminal/safe-text.ts";

/** A line with the person who last changed it, if git knows. */
type SignedLine = RuleLine & { readonly author: string | null; readonly time: string | null };

export async function runRulesBlame(file: string, options: StoreOptions, context: CliContext): Promise<void> {
  const { io } = context;
  const text = await readTextFile(io, file, "the instructions");
  const root = projectRoot(io.cwd);
  const lookup = await (await driversOf(io)).openCommitLookup(root);
  const path = relative(root, resolve(io.cwd, file)).replaceAll("\\", "/");
  const blamed = new Map((await lookup.blame({ path }))?.map((line) => [line.line, line]));
  await printFromStore(options, context, async ({ why }) => {
    const lines = blameRules(text, await why.rules());
    if (!lines.ok) throw refusal(lines.error);
    const signed = lines.value.map((line): SignedLine => ({ ...line, ...authorOf(line, blamed) }));
    return options.json === true ? toJson({ file, lines: signed }) : blameText(signed);
  });
}

function authorOf({ line, text }: RuleLine, blamed: ReadonlyMap<number, BlamedLine>) {
  const found = blamed.get(line);
  const isSame = found !== undefined && found.text.replace(/\r$/, "") === text;
  return { author: isSame ? (found.author ?? null) : null, time: isSame ? (found.time ?? null) : null };
}

function blameText(lines: readonly SignedLine[]): string {
  const heads = lines.map(headOf);
  const width = Math.max(0, ...heads.map((head) => head.length));
  const digits = String(lines.length).length;
  return lines
    .map(
      ({ line, text }, at) =>
        `${heads[at]!.padEnd(width)}  ${String(line).padStart(digits)}) ${safeLine(text)}`.trimEnd() + "\n",
    )
    .join("");
}

function headOf({ from, rule, author, time }: SignedLine): string {
  if (rule !== null) {
    const { rule_id, version, approvals, in_force_since, corrections, status } = rule;
    const by = approvals.map((approval) => safeLine(approval.by)).join(", ") || "nobody on record";
    const since = in_force_since === null ? "" : ` ${formatDay(in_force_since)}`;
    const gone = status === "in_force" ? "" : `, ${status.replaceAll("_", " ")}`;
    return `${shortId(rule_id)} v${version}  ${by}${since}  ${formatCount(corrections, "correction")}${gone}`;
  }
  if (from === "emend") return "Emend";
  if (from === "changed") return "no approved rule says this";
  return author === null
    ? "not Emend"
    : `not Emend  ${safeLine(author)}${time === null ? "" : ` ${formatDay(time)}`}`;
}
