import { defined } from "../../core/defined.ts";
import { pageAnswer } from "../../core/page.ts";
import type { Violation } from "../../core/actionable/actionable-feedback.ts";
import { MAX_TASK } from "../../core/iteration/task-round.ts";
import { MAX_NAME } from "../../core/rule/rule.ts";
import type { CliContext } from "../cli-context.ts";
import { CliError, unwrapResult, usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { EXIT } from "../exit-code.ts";
import { configOf } from "../open/config-of.ts";
import { printFromStore } from "../open/open-emend.ts";
import { actorOf, parseWholeNumber } from "../options/parse-options.ts";
import { readInput, readTextFile, withoutBom } from "../terminal/input.ts";
import { safeLine, toJson } from "../terminal/safe-text.ts";
import { widthOf } from "../terminal/plain-text.ts";
import { painter } from "../terminal/style.ts";
import { historyText, recordedText, tasksText } from "./iterations-text.ts";
import type { IterationsListOptions, IterationsRecordOptions, IterationsShowOptions } from "./iterations.ts";

/** More rounds than any loop has. */
const ALL = 1_000;

/** `emend iterations record`. */
export async function runIterationsRecord(
  file: string | undefined,
  options: IterationsRecordOptions,
  context: CliContext,
): Promise<void> {
  const { io } = context;
  const task = parseName("--task", options.task, MAX_TASK);
  const agent = await agentOf(options.agent, io);
  const by = actorOf(io, options.as);
  const document = parseDocument(await readInput(io, file, "the feedback document"));
  const content =
    options.content === undefined ? undefined : await readTextFile(io, options.content, "the content");
  await printFromStore({ ...options, create: true }, context, async ({ iterations }) => {
    const { strict, verified } = options;
    const done = await iterations.record({ task, agent, document, content, verified, strict, by });
    if (!done.ok) {
      const { code, message, violations } = done.error;
      if (code === "document_unfit") reportViolations(violations, io);
      throw new CliError(code, message, { exitCode: EXIT.problem });
    }
    const { state, violations, round } = done.value;
    reportViolations(violations, io);
    const limit = options.json === true ? {} : { limit: ALL };
    const shown = unwrapResult(await iterations.show({ task, agent, ...limit }));
    return options.json === true
      ? toJson({ state, violations, history: shown })
      : recordedText(state, round.number, shown, painter(io), widthOf(io));
  });
}

function reportViolations(violations: readonly Violation[], io: CliIo): void {
  for (const { code, path, message, hint } of violations) {
    io.stderr.write(
      `emend: ${safeLine(path === "" ? message : `${path}: ${message}`)} [${code}]\n  ${safeLine(hint)}\n`,
    );
  }
}

/** `emend iterations show`. */
export async function runIterationsShow(
  argument: string,
  options: IterationsShowOptions,
  context: CliContext,
): Promise<void> {
  const { io } = context;
  const limit = parseWholeNumber("--limit", options.limit, { most: 100 });
  const task = parseName("the task", argument, MAX_TASK);
  const agent = options.agent === undefined ? undefined : parseName("--agent", options.agent, MAX_NAME);
  await printFromStore(options, context, async ({ iterations }) => {
    const shown = unwrapResult(await iterations.show({ task, agent, limit }));
    return options.json === true ? toJson(shown) : historyText(shown, painter(io), widthOf(io));
  });
}

/** `emend iterations list`. */
export async function runIterationsList(options: IterationsListOptions, context: CliContext): Promise<void> {
  const { io } = context;
  const limit = parseWholeNumber("--limit", options.limit, { most: 200 });
  const { after } = options;
  const agent = options.agent === undefined ? undefined : parseName("--agent", options.agent, MAX_NAME);
  await printFromStore(options, context, async ({ store: { iterations } }) => {
    const page = await iterations.list({ limit, ...defined({ agent, after }) });
    if (options.json === true) return toJson(pageAnswer(page));
    if (page.items.length === 0) {
      io.stderr.write("emend: no rounds recorded yet; see `emend iterations record --help`\n");
    }
    return tasksText(page.items, painter(io), page.next);
  });
}

async function agentOf(argument: string | undefined, io: CliIo): Promise<string | null> {
  if (argument !== undefined) return parseName("--agent", argument, MAX_NAME);
  return (await configOf(io)).agent ?? null;
}

function parseName(option: string, argument: string, most: number): string {
  const name = argument.trim();
  if (name !== "" && name.length <= most) return name;
  throw usageError("invalid_name", `${option}: expected a name of 1 to ${most} characters`);
}

function parseDocument(text: string): unknown {
  try {
    return JSON.parse(withoutBom(text)) as unknown;
  } catch (cause) {
    throw usageError(
      "invalid_json",
      `expected an actionable-feedback document as JSON: ${cause instanceof Error ? cause.message : "unknown error"}`,
      "`emend feedback schema` prints the schema of the document",
    );
  }
}
