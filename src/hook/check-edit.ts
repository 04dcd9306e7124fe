import { realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import type { CheckedFiles } from "../app/check/check-files.ts";
import { type ActiveCheck, appliesTo } from "../core/check/active-check.ts";
import { type CheckedWork, hitsToReport } from "../core/check/hits-to-report.ts";
import { hitsToSend } from "../core/check/check-report.ts";
import { reaches } from "../core/check/render-hits.ts";
import { tellHits } from "../core/check/tell-hits.ts";
import { changedIn, type EditedText, textAfter } from "./edited-text.ts";
import type { FileEdit } from "./file-edit.ts";
import type { HookContext } from "./hook-context.ts";
import type { HookEvent } from "./hook-event.ts";
import { readSmallFile } from "./hook-files.ts";
import type { HookAnswer } from "./render-answer.ts";
import { runnerFor } from "./run-checks-on-edit.ts";
import { readMemory } from "./session-memory.ts";
import { updateMemory } from "./update-memory.ts";

/** Longer files take longer to parse than an agent should wait. */
const MAX_LENGTH = 200_000;
/** With less time left, nothing is begun that cannot be finished. */
const MIN_LEFT_MS = 100;
/** What was read without a hit is reported after so many edits, or when the agent stops. */
const REPORT_AFTER = 20;

/** An edit of a file of the project. */
export interface EditToCheck {
  /** Relative to the project's folder. */
  readonly path: string;
  readonly edit: FileEdit;
}

/** Before the edit: refuses it if a blocking check finds a mistake in what it would change. */
export async function checkBeforeEdit(
  event: HookEvent,
  { path, edit }: EditToCheck,
  hook: HookContext,
): Promise<HookAnswer> {
  const checks = (await checksFor(path, hook)).filter(({ state }) => state === "blocking");
  if (checks.length === 0) return {};
  const edited = textAfter(edit, readFile(path, hook));
  const checked = await run(checks, path, edited, hook);
  const hits = checked?.hits.filter((hit) => reaches(hit, "blocking")) ?? [];
  if (checked === undefined || hits.length === 0) return {};
  report({ ...checked, hits }, event, hook);
  return { refusal: tellHits(hits, "refused") };
}

/** After the edit: tells the agent what checks found in what it changed. */
export async function checkAfterEdit(
  event: HookEvent,
  { path, edit }: EditToCheck,
  hook: HookContext,
): Promise<HookAnswer> {
  const checks = await checksFor(path, hook);
  const text = checks.length === 0 ? undefined : readFile(path, hook);
  if (text === undefined) return {};
  const checked = await run(checks, path, changedIn(edit, text), hook);
  if (checked === undefined) return {};
  report(checked, event, hook);
  const told = checked.hits.filter((hit) => reaches(hit, "nudging"));
  return told.length === 0 ? {} : { context: tellHits(told, "written") };
}

async function checksFor(path: string, hook: HookContext): Promise<readonly ActiveCheck[]> {
  if (hook.left() < MIN_LEFT_MS) return [];
  const known = await (await hook.knowledge()).checks({ agent: hook.agent });
  return known.filter((check) => appliesTo(check, path));
}

/** Undefined also for a file behind a link: what is outside the project must not reach a report. */
function readFile(path: string, { paths: { root } }: HookContext): string | undefined {
  const file = join(root, path);
  try {
    if (dirname(file) !== root && realpathSync(dirname(file)) !== join(realpathSync(root), dirname(path)))
      return undefined;
  } catch {
    return undefined;
  }
  return readSmallFile(file, MAX_LENGTH * 4);
}

async function run(
  checks: readonly ActiveCheck[],
  path: string,
  edited: EditedText | undefined,
  { left, reportFault }: HookContext,
): Promise<CheckedFiles | undefined> {
  if (edited === undefined || edited.text.length > MAX_LENGTH || left() < MIN_LEFT_MS) return undefined;
  const checked = await runnerFor(checks)(checks, [{ path, ...edited }]);
  for (const { code, message, check_id } of checked.notices)
    if (check_id !== undefined && code !== "too_many_hits") reportFault(code, `${check_id}: ${message}`);
  return checked;
}

/** Queues what was found at once, and what was only read from time to time: every entry starts a delivery. */
function report(
  { ran, hits }: Pick<CheckedFiles, "ran" | "hits">,
  { session }: HookEvent,
  hook: HookContext,
): void {
  let counts = { ...readMemory(hook.paths.memory, session).checked };
  for (const { check_id, files } of ran) counts[check_id] = (counts[check_id] ?? 0) + files;
  const isDue = hits.length > 0 || Object.values(counts).some((files) => files >= REPORT_AFTER);
  if (isDue) {
    send(counts, hits, session, hook);
    counts = {};
  }
  if (ran.length > 0) updateMemory(hook, session, (memory) => ({ ...memory, checked: counts }));
}

/** Reports what checks read since the last report. */
export function reportChecked({ session }: HookEvent, hook: HookContext): void {
  const { checked } = readMemory(hook.paths.memory, session);
  if (Object.keys(checked).length === 0) return;
  send(checked, [], session, hook);
  updateMemory(hook, session, (memory) => ({ ...memory, checked: {} }));
}

function send(
  counts: Readonly<Record<string, number>>,
  hits: CheckedFiles["hits"],
  session: string,
  { agent, now, recordChecked }: HookContext,
): void {
  const time = now().toISOString();
  const work: CheckedWork = {
    time,
    checked_in: "hook",
    agent,
    ...(session === "" ? {} : { run: session }),
  };
  const { run: _run, ...shared } = work;
  recordChecked({
    ...shared,
    ...(session === "" ? {} : { run: session }),
    ran: Object.entries(counts).map(([check_id, files]) => ({ check_id, files })),
    hits: hitsToSend(hitsToReport(hits, work)),
  });
}
