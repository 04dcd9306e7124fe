import type { CheckedFiles } from "../../app/check/check-files.ts";
import type { CheckNotice, FileHit } from "../../core/check/check-file.ts";
import { describeRules, hitsAsReview, reaches } from "../../core/check/render-hits.ts";
import { renderGithubAnnotations, renderRdjson } from "../../core/review/render-annotations.ts";
import { renderGitlab } from "../../core/review/render-gitlab.ts";
import { renderSarif } from "../../core/review/render-sarif.ts";
import type { Diagnostic } from "../../core/review/review.ts";
import type { CliIo } from "../cli-io.ts";
import { compact, formatCount } from "../terminal/plain-text.ts";
import { safeLine, safeText, toJson, toJsonLine } from "../terminal/safe-text.ts";
import { painter, type Paint } from "../terminal/style.ts";
import { VERSION } from "../version.ts";
import type { CheckOptions } from "./check.ts";

interface Rendering {
  readonly options: Pick<CheckOptions, "format" | "json" | "jsonl" | "failOn" | "sarifUpload">;
  readonly io: CliIo;
  /** How many hits --fix fixed. */
  readonly fixed: number;
  /** How many checks there were. */
  readonly checks: number;
}

export function renderChecked(checked: CheckedFiles, { options, io, fixed, checks }: Rendering): string {
  const { hits, notices } = checked;
  const open = hits.filter(({ ignored }) => ignored === undefined);
  const review = hitsAsReview(open);
  switch (options.json === true ? "json" : options.jsonl === true ? "jsonl" : options.format) {
    case "text":
      return renderText(checked, { fixed, checks, paint: painter(io) });
    case "json":
      return toJson({
        files: checked.files,
        checks,
        fixed,
        hits: hits.map(toJsonHit),
        notices,
        verdict: { fail_on: options.failOn, passes: !hits.some((hit) => reaches(hit, options.failOn)) },
      });
    case "jsonl":
      reportAside(notices, io);
      return hits.map((hit) => toJsonLine(toJsonHit(hit))).join("");
    case "sarif":
      return toJson(
        renderSarif(review, {
          toolVersion: VERSION,
          upload: options.sarifUpload,
          diagnostics: notices.map(toDiagnostic),
          describe: describeRules(open),
        }),
      );
    case "rdjson":
      reportAside(notices, io);
      return `${JSON.stringify(renderRdjson(review))}\n`;
    case "github":
      reportAside(notices, io);
      return renderGithubAnnotations(review);
    case "gitlab":
      reportAside(notices, io);
      return toJson(renderGitlab(review));
  }
}

const toDiagnostic = ({ code, message, path, line }: CheckNotice): Diagnostic => ({
  kind: "warning",
  reason: code,
  message,
  file: path,
  ...(line === undefined ? {} : { line }),
});

/** A hit as machines read it. */
const toJsonHit = ({
  check,
  path,
  line,
  end_line,
  column,
  end_column,
  code,
  replacement,
  ignored,
}: FileHit) => ({
  path,
  line,
  end_line,
  column,
  end_column,
  code,
  rule_id: check.rule_id,
  rule: check.rule,
  check_id: check.check_id,
  version: check.version,
  state: check.state,
  example: check.example,
  ...(replacement === undefined ? {} : { replacement, fixable: check.may_fix }),
  ...(ignored === undefined ? {} : { ignored }),
});

function reportAside(notices: readonly CheckNotice[], io: CliIo): void {
  for (const notice of notices) io.stderr.write(`emend: ${noticeText(notice)}\n`);
}

const noticeText = ({ path, line, message, code, check_id }: CheckNotice): string =>
  `${safeLine(path)}${line === undefined ? "" : `:${line}`}: ${message}${check_id === undefined ? "" : ` (${check_id})`} [${code}]`;

const COLOUR = { blocking: "red", nudging: "yellow", watching: "cyan" } as const;
const MOST_LINES = 6;

interface TextParts {
  readonly fixed: number;
  readonly checks: number;
  readonly paint: Paint;
}

function renderText({ files, hits, notices }: CheckedFiles, { fixed, checks, paint }: TextParts): string {
  const open = hits.filter(({ ignored }) => ignored === undefined);
  const count = (state: FileHit["check"]["state"]): number =>
    open.filter(({ check }) => check.state === state).length;
  const [blocking, nudging, watching] = [count("blocking"), count("nudging"), count("watching")];
  const touched = new Set(open.map(({ path }) => path)).size;
  const parts = compact([
    blocking > 0 && `${blocking} blocking`,
    nudging > 0 && `${nudging} nudging`,
    watching > 0 && `${watching} watching`,
  ]).join(", ");
  const overridden = hits.length - open.length;
  const summary = compact([
    open.length === 0
      ? `${paint("green", "no hits")} in ${formatCount(files, "file")} (${formatCount(checks, "check")})`
      : `${formatCount(open.length, "hit")} in ${touched} of ${formatCount(files, "file")}: ${parts}`,
    fixed > 0 && `${fixed} fixed`,
    overridden > 0 && `${overridden} overridden by comments`,
  ]).join("; ");
  const fixable = open.filter(({ check, replacement }) => check.may_fix && replacement !== undefined).length;
  const hint =
    fixable > 0 ? [`To fix ${fixable === 1 ? "1 hit" : `${fixable} hits`}: emend check --fix`] : [];
  const asides = notices.map((notice) => paint("dim", noticeText(notice)));
  return `${[...open.map((hit) => renderHit(hit, paint)), ...(asides.length === 0 ? [] : [asides.join("\n")]), [summary, ...hint].join("\n")].join("\n\n")}\n`;
}

function renderHit({ check, path, line, column, code, replacement }: FileHit, paint: Paint): string {
  const place = `${safeLine(path)}:${line}:${column}`;
  const example = check.example;
  return [
    `${paint("underline", place)}  ${paint(COLOUR[check.state], check.state)}  ${paint("dim", check.check_id)}`,
    `  ${paint("bold", safeLine(check.rule))}`,
    ...numbered(code, line),
    ...(example === null
      ? []
      : [...labelled("before:", example.before, paint), ...labelled("after: ", example.after, paint)]),
    ...(replacement === undefined || !check.may_fix ? [] : labelled("fix:   ", replacement, paint)),
  ].join("\n");
}

function numbered(code: string, first: number): readonly string[] {
  const lines = safeText(code).split("\n");
  const shown = lines
    .slice(0, MOST_LINES)
    .map((text, index) => `  ${String(first + index).padStart(5)} | ${text}`);
  return lines.length > MOST_LINES ? [...shown, "        | …"] : shown;
}

function labelled(label: string, code: string, paint: Paint): readonly string[] {
  const lines = safeText(code.trim() === "" ? "(nothing)" : code)
    .split("\n")
    .slice(0, MOST_LINES);
  return lines.map((text, index) => `  ${paint("dim", index === 0 ? label : "       ")} ${text}`);
}
