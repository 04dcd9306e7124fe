import { defined } from "../../core/defined.ts";
import type {
  FeedbackDocument,
  readFeedbackDocument as ReadFeedbackDocument,
} from "../../core/prompt/read-feedback-document.ts";
import { HARD_REFINEMENT_LIMIT, refinePrompt, type Refinement } from "../../core/prompt/refine-prompt.ts";
import { promptDiff } from "../../core/diff/unified-diff.ts";
import { scorePrompt, TARGET_SCORE, type PromptScore } from "../../core/prompt/score-prompt.ts";
import { fail, ok, type Result } from "../../core/result.ts";
import type { Signal, SignalHints } from "../../core/signal/signal.ts";
import type { CliContext } from "../cli-context.ts";
import { usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { EXIT } from "../exit-code.ts";
import { readInput } from "../terminal/input.ts";
import { safeText, toJson } from "../terminal/safe-text.ts";
import { lineError, mapJsonl, withLinesOf } from "../terminal/jsonl.ts";
import { parseWholeNumber } from "../options/parse-options.ts";
import type { RefineOptions } from "./refine.ts";
import type { OpenRefinementLog } from "./refinement-log.ts";
import type { RefinementOrigin } from "../../core/prompt/refinement-record.ts";
import { formatCount } from "../terminal/plain-text.ts";
import { painter, type Paint } from "../terminal/style.ts";
import { MAX_NAME } from "../../core/rule/rule.ts";
import type { OmittedAction } from "../../core/prompt/apply-actions.ts";

const renderSignal = (signal: Signal | undefined): string =>
  signal === undefined
    ? "signal    no failure in the feedback; the prompt is unchanged\n"
    : `signal    ${signal.type} (confidence ${signal.confidence.toFixed(2)})\n`;

const renderLogged = (entries: number): string =>
  entries === 0
    ? "logged    nothing, because no action was applied\n"
    : `logged    ${formatCount(entries, "iteration")}; see \`emend refinements list\`\n`;

const earnedBefore = (score: PromptScore, id: string): number =>
  score.criteria.find((each) => each.id === id)?.earned ?? 0;

export async function runRefine(
  file: string | undefined,
  options: RefineOptions,
  { io, finish }: CliContext,
): Promise<void> {
  const limit =
    options.limit === undefined
      ? undefined
      : parseWholeNumber("--limit", options.limit, { least: 0, most: HARD_REFINEMENT_LIMIT });
  const exitCode =
    options.exitCode === undefined
      ? undefined
      : parseWholeNumber("--exit-code", options.exitCode, { least: -(2 ** 31), most: 2 ** 32 - 1 });
  for (const name of ["agent", "session", "run", "as", "store"] as const) {
    if (options[name] === undefined || options.log === true) continue;
    throw usageError("log_missing", `--${name} is only used with --log`, "add --log, or omit it");
  }
  const origin = parseOrigin(options);
  if (!origin.ok) throw usageError("invalid_name", `--${origin.error}`);
  if (options.jsonl === true) {
    return finish(
      await withLog(io, options, (log) => refineLines(io, file, { limit, log, defaults: origin.value })),
    );
  }
  if (options.score === true) {
    const score = scorePrompt(await readInput(io, file, "the prompt"));
    io.stdout.write(options.json === true ? toJson(score) : renderRubric(score, painter(io)));
    return;
  }
  const { prompt, feedback } = await readBoth(io, file, options);
  const hints: SignalHints = defined({ kind: options.kind, exit_code: exitCode });
  const document = await readDocument(feedback, options.feedback);
  const { detectSignal } = await import("../../core/signal/detect-signal.ts");
  const detected = document ?? {
    signals: [detectSignal(feedback, hints)].filter((signal) => signal !== null),
  };
  // A document's signals already quote it, so its text is not passed on.
  const refinement = refine(prompt, detected.signals, document === undefined ? feedback : "", limit, io);
  const kept = await withLog(io, options, async (log) => log?.keep(refinement, origin.value));
  if (options.json === true) {
    io.stdout.write(toJson(refinement));
    return;
  }
  const { refined_prompt: refined } = refinement;
  writeText(io, options.diff === true ? promptDiff(prompt, refined) : refined);
  const summary = document === undefined ? renderSignal(detected.signals[0]) : renderDocument(document);
  const account = renderAccount(refinement, scorePrompt(prompt), scorePrompt(refined));
  io.stderr.write(summary + account + (kept === undefined ? "" : renderLogged(kept)));
}

/** Opens the log for some work if --log is set. */
async function withLog<T>(
  io: CliIo,
  options: RefineOptions,
  work: (log: OpenRefinementLog | undefined) => Promise<T>,
): Promise<T> {
  if (options.log !== true) return work(undefined);
  const { openRefinementLog } = await import("./refinement-log.ts");
  const log = await openRefinementLog(io, options);
  try {
    return await work(log);
  } finally {
    await log.close();
  }
}

async function readDocument(
  feedback: string,
  file: string | undefined,
): Promise<FeedbackDocument | undefined> {
  // Most feedback is not a document, and the parser takes a while to load.
  if (!/^\uFEFF?\s{0,1000}\{/.test(feedback)) return undefined;
  const { readFeedbackDocument } = await import("../../core/prompt/read-feedback-document.ts");
  const read = readFeedbackDocument(feedback);
  if (read === undefined || read.ok) return read?.value;
  const [first] = read.error;
  throw usageError(
    "invalid_feedback_document",
    `the feedback document does not match its schema: ${first?.path ?? ""}: ${first?.message ?? "unknown"}`,
    `\`emend feedback lint${file === undefined ? "" : ` ${file}`}\` lists every problem; \`emend feedback schema\` prints the schema`,
  );
}

async function readBoth(
  io: CliIo,
  file: string | undefined,
  options: RefineOptions,
): Promise<{ readonly prompt: string; readonly feedback: string }> {
  if (options.feedback === undefined && options.feedbackText === undefined) {
    throw usageError(
      "feedback_missing",
      "no feedback: describe what went wrong with the last answer",
      "use --feedback <file> or --feedback-text <text>, or --score to only score the prompt",
    );
  }
  if (options.feedback === "-" && (file === undefined || file === "-")) {
    throw usageError(
      "input_conflict",
      "the prompt and the feedback cannot both come from standard input",
      "name a file for one of them",
    );
  }
  const prompt = await readInput(io, file, "the prompt");
  const feedback = options.feedbackText ?? (await readInput(io, options.feedback, "the feedback"));
  return { prompt, feedback };
}

async function refineLines(
  io: CliIo,
  file: string | undefined,
  { limit, log, defaults }: LineOptions,
): Promise<typeof EXIT.success | typeof EXIT.usage> {
  const { detectSignal } = await import("../../core/signal/detect-signal.ts");
  const { readFeedbackDocument } = await import("../../core/prompt/read-feedback-document.ts");
  let refused = 0;
  const unreadable = await mapJsonl(await withLinesOf(io, file, "the lines"), async (line) => {
    const read = readLine(line, readFeedbackDocument(line["feedback"]));
    if (!read.ok) {
      refused += 1;
      return lineError("invalid_input", read.error);
    }
    const { prompt, feedback, hints } = read.value;
    const refinement =
      typeof feedback === "string"
        ? refine(prompt, detectSignal(feedback, hints), feedback, limit, io)
        : refine(prompt, feedback.signals, "", limit, io);
    await log?.keep(refinement, { ...defaults, ...read.value.origin });
    return { ...refinement };
  });
  return unreadable + refused > 0 ? EXIT.usage : EXIT.success;
}

interface LineOptions {
  readonly limit: number | undefined;
  readonly log: OpenRefinementLog | undefined;
  /** The default for lines that name none. */
  readonly defaults: RefinementOrigin;
}

interface Line {
  readonly prompt: string;
  readonly feedback: string | FeedbackDocument;
  readonly hints: SignalHints;
  readonly origin: RefinementOrigin;
}

function readLine(
  line: Readonly<Record<string, unknown>>,
  document: ReturnType<typeof ReadFeedbackDocument>,
): Result<Line, string> {
  const { prompt, feedback } = line;
  const kind: unknown = line["kind"] ?? undefined;
  const exitCode = line["exit_code"] ?? undefined;
  if (typeof prompt !== "string") return fail("prompt must be a string: the prompt to refine");
  if (document?.ok === false) {
    return fail(
      `feedback does not match its schema: ${document.error[0]?.path}: ${document.error[0]?.message}`,
    );
  }
  const content = document?.value ?? (typeof feedback === "string" ? feedback : undefined);
  if (content === undefined) {
    return fail(
      "feedback must be a string that says what went wrong with the last answer, or a feedback document",
    );
  }
  if (kind !== undefined && kind !== "tool_output" && kind !== "user_message") {
    return fail("kind must be tool_output or user_message, or omitted");
  }
  if (exitCode !== undefined && !(typeof exitCode === "number" && Number.isSafeInteger(exitCode))) {
    return fail("exit_code must be an integer, or omitted");
  }
  const hints: SignalHints = defined({ kind, exit_code: exitCode });
  const origin = parseOrigin(line);
  return origin.ok ? ok({ prompt, feedback: content, hints, origin: origin.value }) : origin;
}

function refine(
  prompt: string,
  signal: Signal | readonly Signal[] | null,
  feedback: string,
  limit: number | undefined,
  io: CliIo,
): Refinement {
  return refinePrompt({ prompt, signal, feedback, now: io.now, ...defined({ limit }) });
}

/** A pipe gets the exact text, a terminal a safe one. */
function writeText(io: CliIo, text: string): void {
  const shown = io.stdout.isTTY === true ? safeText(text) : text;
  io.stdout.write(shown === "" || shown.endsWith("\n") ? shown : `${shown}\n`);
}

const NAMES = ["agent", "session", "run"] as const;

/** The agent, session and run in options or a line. */
function parseOrigin(input: {
  readonly [Name in (typeof NAMES)[number]]?: unknown;
}): Result<RefinementOrigin, string> {
  const origin: Record<string, string> = {};
  for (const name of NAMES) {
    const value = input[name] ?? undefined;
    if (value === undefined) continue;
    const text = typeof value === "string" ? value.trim() : "";
    if (text === "" || text.length > MAX_NAME) {
      return fail(`${name}: expected a name of 1 to ${MAX_NAME} characters`);
    }
    origin[name] = text;
  }
  return ok(origin);
}

function renderDocument({ signals, verdict, unfit, beyond }: FeedbackDocument): string {
  const items = (count: number): string => formatCount(count, "item");
  const lines = [
    `signal    ${items(signals.length)} of a feedback document (verdict ${verdict})${signals.length === 0 ? "; the prompt is unchanged" : ""}`,
    ...(verdict === "escalate"
      ? ["          the document asks for a person to decide, not for another attempt"]
      : []),
    ...(unfit > 0 ? [`left out  ${items(unfit)} that are not actionable; see \`emend feedback lint\``] : []),
    ...(beyond > 0
      ? [`left out  ${items(beyond)} after the worst ${signals.length}; refine again later`]
      : []),
  ];
  return `${lines.join("\n")}\n`;
}

/** The applied and omitted actions, and the change of the score. */
function renderAccount(refinement: Refinement, before: PromptScore, after: PromptScore): string {
  if (refinement.feedback_type === null) return "";
  const gained = after.criteria.filter((each, index) => each.earned > (before.criteria[index]?.earned ?? 0));
  const { score_before, score_after, actions_applied } = refinement;
  return [
    `applied   ${actions_applied.length === 0 ? "nothing; the prompt is unchanged" : actions_applied.join(", ")}`,
    ...renderOmitted(refinement.actions_omitted),
    score_before === score_after
      ? `score     ${score_after} of 10, as before`
      : `score     ${score_before} → ${score_after} of 10`,
    ...gained.map(
      (each) => `          +${each.earned - earnedBefore(before, each.id)} ${each.id}: ${each.purpose}`,
    ),
    "",
  ].join("\n");
}

function renderOmitted(omitted: readonly OmittedAction[]): readonly string[] {
  const lines = [
    { reason: "fact_missing", why: "the feedback lacks the facts they need" },
    { reason: "already_said", why: "the prompt already says it" },
  ];
  return lines.flatMap(({ reason, why }) => {
    const actions = omitted.filter((each) => each.reason === reason).map((each) => each.action);
    return actions.length === 0 ? [] : [`left out  ${actions.join(", ")}: ${why}`];
  });
}

/** The rubric with a hint for each criterion that is not fully met. */
function renderRubric({ score, criteria }: PromptScore, paint: Paint): string {
  const rows = criteria.map((each) => {
    const full = each.earned === each.points;
    const points = paint(full ? "green" : "yellow", `${each.earned}/${each.points}`);
    const hint = full ? "" : `\n                     ${paint("dim", each.hint)}`;
    return `  ${points}  ${each.id.padEnd(14)}${each.purpose}${hint}`;
  });
  const verdict = score >= TARGET_SCORE ? "" : `; the target is ${TARGET_SCORE}`;
  return `${paint("bold", `${score} of 10`)}${verdict}\n\n${rows.join("\n")}\n`;
}
