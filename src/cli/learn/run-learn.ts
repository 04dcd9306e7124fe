import { statSync, writeFileSync } from "node:fs";
import { isAbsolute, relative, resolve } from "node:path";
import type { LearnedHistory, LearnStep } from "../../app/learn/learn-from-history.ts";
import type { TranscriptToJudge } from "../../app/learn/judge-transcripts.ts";
import { readRuleFiles } from "../../app/rule-file/read-rule-files.ts";
import type { Drivers } from "../../compose/drivers.ts";
import { defined } from "../../core/defined.ts";
import type { Emend } from "../../compose.ts";
import type { Feedback } from "../../core/feedback/feedback.ts";
import { projectRoot } from "../../hook/hook-paths.ts";
import { personName } from "../../hook/person-name.ts";
import { feedbackOfCorrection } from "../../core/correction/to-feedback.ts";
import type { AgentsByLogin } from "../../core/feedback/github-agent.ts";
import type { RepositorySurvey } from "../../ports/commit-history.ts";
import { type RuleLine, ruleLines } from "../../core/rule-file/rule-lines.ts";
import type { FoundTranscripts } from "../../ports/transcripts.ts";
import type { CliContext } from "../cli-context.ts";
import { externalFailure, usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { EXIT } from "../exit-code.ts";
import { configOf } from "../open/config-of.ts";
import { driversOf } from "../open/drivers-of.ts";
import { parseGithubAgents } from "../open/github-agents.ts";
import { hostOf, withEmend } from "../open/open-emend.ts";
import { actorOf, parseWholeNumber } from "../options/parse-options.ts";
import { formatCount, formatDay, formatLargeCount } from "../terminal/plain-text.ts";
import { redrawLine, renderBar } from "../terminal/progress-bar.ts";
import { confirmOrFail } from "../terminal/prompter.ts";
import { safeLine, toJson, toJsonLine } from "../terminal/safe-text.ts";
import { VERSION } from "../version.ts";
import { type HistoryElsewhere, joinHistories } from "./history-elsewhere.ts";
import type { LearnOptions } from "./learn.ts";
import { learnJson } from "./learn-json.ts";
import { readExport } from "./read-exports.ts";
import { readGithubHistory, readGitHistory } from "./read-history.ts";
import { renderLearnHtml } from "./render-learn-html.ts";
import { renderLearnReport } from "./render-learn-report.ts";
import { tellFilesApart } from "./tell-files-apart.ts";

/** Groups that are worded, at least: those below are seldom looked at. */
const MIN_WORDED = 40;
const BAR_COLUMNS = 20;

type Progress = ReturnType<typeof createProgress>;

interface ToRead {
  readonly transcripts: readonly TranscriptToJudge[];
  readonly read: (progress: Progress) => Promise<HistoryElsewhere>;
}

export async function runLearn(
  files: readonly string[],
  options: LearnOptions,
  context: CliContext,
): Promise<void> {
  const { io, finish } = context;
  const limit = parseWholeNumber("--limit", options.limit, { most: 500 });
  const drivers = await driversOf(io);
  const { agents } = parseGithubAgents((await configOf(io)).github.agents ?? [], "github.agents");
  const root = await drivers.findRoot();
  const toRead =
    files.length > 0
      ? filesToRead(files, options, { io, agents })
      : await findHistory({ root, drivers, agents }, options, io);
  if (toRead === undefined) return finish(EXIT.success);
  const progress = createProgress(io, options.progress);
  const elsewhere = await toRead.read(progress);
  const { openHistoryLearning } = await import("../../compose/learning.ts");
  const learn = await openHistoryLearning(await hostOf(io), {
    transcripts: await drivers.openTranscripts(),
    ...(options.jsonl === true || !options.cache ? {} : { cacheVersion: VERSION }),
  });
  const learned = await learn({
    files: toRead.transcripts,
    ...elsewhere,
    rules: files.length > 0 ? [] : await readInstructions(drivers),
    ...(options.jsonl === true ? {} : { worded: Math.max(limit, MIN_WORDED) }),
    onProgress: progress.step,
  });
  progress.clear();
  if (options.jsonl === true) {
    for (const turn of learned.turns) io.stdout.write(toJsonLine(turn));
    return finish(EXIT.success);
  }
  for (const note of elsewhere.notes) io.stderr.write(`emend: ${safeLine(note)}\n`);
  const report = {
    ...learned.report,
    read: {
      ...learned.report.read,
      unknownFiles: [...learned.report.read.unknownFiles, ...elsewhere.unknownFiles],
    },
  };
  io.stdout.write(
    options.json === true ? toJson(learnJson(report)) : renderLearnReport(report, { limit, io, root }),
  );
  if (options.html !== undefined) writeHtml(resolve(io.cwd, options.html), { ...learned, report }, root, io);
  if (options.record === true) await record(learned, elsewhere, options, context);
  else if (options.json !== true && learned.corrections.length > 0) writeNext(options, io);
  finish(EXIT.success);
}

/** What the files say that agents already read. */
async function readInstructions(drivers: Drivers): Promise<readonly RuleLine[]> {
  const [source, project] = await Promise.all([drivers.openSourceFiles(), drivers.openProjectFiles()]);
  return ruleLines((await readRuleFiles({ source, project })()).files);
}

interface FileReading {
  readonly io: CliIo;
  readonly agents: AgentsByLogin | undefined;
}

function filesToRead(files: readonly string[], options: LearnOptions, { io, agents }: FileReading): ToRead {
  if (options.github !== undefined) {
    throw usageError(
      "files_and_github",
      "--github cannot be combined with files",
      "run emend learn twice, or export the reviews: gh api --paginate repos/OWNER/REPO/pulls/comments > reviews.json",
    );
  }
  const { transcripts, exports } = tellFilesApart(files, io);
  return {
    transcripts,
    read: async () => joinHistories(exports.map((file) => readExport(file, io, agents))),
  };
}

interface Repository {
  readonly root: string;
  readonly drivers: Drivers;
  readonly agents: AgentsByLogin | undefined;
}

/** Shows what would be read and asks. Undefined if there is nothing, or the user declines. */
async function findHistory(
  { root, drivers, agents }: Repository,
  options: LearnOptions,
  io: CliIo,
): Promise<ToRead | undefined> {
  const transcripts = await drivers.openTranscripts();
  const found = await transcripts.find(root);
  const commits = await drivers.openCommitHistory();
  const survey = options.git ? await commits.survey(root) : undefined;
  const all = found.flatMap(({ files }) => files);
  const { github } = options;
  if (all.length === 0 && github === undefined && (survey?.commits ?? 0) === 0) {
    io.stderr.write(
      `emend: nothing to learn from in ${safeLine(root)}: no commits, and no transcripts of Claude Code, Codex, Copilot CLI, OpenCode, Gemini CLI, Cursor, Cline, aider or SpecStory.\n`,
    );
    for (const { agent, place } of found) io.stderr.write(`  ${agent}: ${safeLine(place)}\n`);
    io.stderr.write(
      "To read transcripts or reviews from elsewhere: emend learn FILE...\nTo read the reviews of a repository on GitHub: emend learn --github OWNER/REPO\n",
    );
    return undefined;
  }
  io.stderr.write(renderPlan(found, survey, { root, github }));
  if (github !== undefined) {
    const { githubAddress } = await import("../open/github-access.ts");
    io.stderr.write(
      `Emend only sends read requests for ${safeLine(github)} to ${safeLine(await githubAddress(io))}. Nothing else leaves your machine.\n`,
    );
  } else io.stderr.write("Nothing leaves your machine.\n");
  if (options.yes !== true && !(await confirmOrFail(io, "Read them? [y/N] "))) return undefined;
  const history = { project: root, agents };
  return {
    transcripts: all.map(({ path, version }) => ({ path, version, project: root })),
    read: async (progress) => {
      const parts: HistoryElsewhere[] = [];
      if (survey !== undefined && survey.commits > 0) {
        parts.push(
          await readGitHistory(commits, history, (done, of) => progress.show("reading commits", done, of)),
        );
      }
      if (github !== undefined)
        parts.push(await readGithubHistory(github, io, history, progress.showReviews));
      return joinHistories(parts);
    },
  };
}

function renderPlan(
  found: readonly FoundTranscripts[],
  survey: RepositorySurvey | undefined,
  { root, github }: { readonly root: string; readonly github: string | undefined },
): string {
  const lines = [`Emend would read, about ${safeLine(root)}:`];
  const row = (name: string, what: string): void => void lines.push(`  ${name.padEnd(12)} ${what}`);
  for (const { agent, place, files } of found) {
    const size = files.reduce((sum, file) => sum + file.size, 0) / 1_048_576;
    const what = `${formatLargeCount(files.length, "transcript")}, ${size < 0.1 ? "under 0.1" : size.toFixed(1)} MB${daysOf(files.map(({ path }) => path))}`;
    row(agent, files.length === 0 ? safeLine(place) : `${what}  ${safeLine(place)}`);
  }
  if (survey !== undefined && survey.commits > 0) {
    const { commits, first, last } = survey;
    const days =
      first === undefined || last === undefined ? "" : `, ${formatDay(first)} to ${formatDay(last)}`;
    row("git", `${formatLargeCount(commits, "commit")}${days}`);
  }
  if (github !== undefined) row("GitHub", `all reviews of ${safeLine(github)}`);
  return `${lines.join("\n")}\n`;
}

/** From when to when files were changed. */
function daysOf(paths: readonly string[]): string {
  const times = paths
    .flatMap((path) => (isAbsolute(path) ? (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? []) : []))
    .toSorted((a, b) => a - b);
  const [first, last] = [times[0], times.at(-1)].map((time) =>
    time === undefined ? undefined : new Date(time).toISOString().slice(0, 10),
  );
  return first === undefined ? "" : first === last ? `, ${first}` : `, ${first} to ${last}`;
}

const STEPS: Readonly<Record<LearnStep["step"], string>> = {
  read: "reading transcripts",
  judge: "reading remarks",
  compare: "comparing remarks",
  word: "wording rules",
};

function createProgress(io: CliIo, isEnabled: boolean) {
  const isShown = isEnabled && io.stderr.isTTY === true;
  const show = (name: string, done: number, of: number): void => {
    if (isShown)
      redrawLine(
        io,
        `${renderBar(of === 0 ? 1 : Math.min(1, done / of), BAR_COLUMNS)} ${name}: ${done} of ${of}`,
      );
  };
  return {
    show,
    step: ({ step, done, of }: LearnStep): void => show(STEPS[step], done, of),
    showReviews: ({
      pulls,
      ofPulls,
      waitingSeconds,
    }: {
      readonly pulls: number;
      readonly ofPulls?: number;
      readonly waitingSeconds?: number;
    }): void => {
      if (waitingSeconds === undefined) return show("reading pull requests", pulls, ofPulls ?? pulls);
      const text = `GitHub limits requests; waiting ${waitingSeconds} s (${formatCount(pulls, "pull request")} so far)`;
      if (isShown) redrawLine(io, text);
      else io.stderr.write(`emend: ${text}\n`);
    },
    clear: (): void => {
      if (isShown) redrawLine(io, "");
    },
  };
}

function writeHtml(file: string, { report }: LearnedHistory, root: string, io: CliIo): void {
  try {
    writeFileSync(file, renderLearnHtml(report, { root: fromHome(root, io), now: io.now().toISOString() }), {
      mode: 0o600,
    });
  } catch (error) {
    throw externalFailure("report_not_written", `the report could not be written to ${file}`, {
      cause: error,
    });
  }
  io.stderr.write(`emend: wrote ${safeLine(isAbsolute(file) ? relative(io.cwd, file) || file : file)}\n`);
}

/** A page is passed on, and nobody needs the user's name. */
function fromHome(root: string, { env }: CliIo): string {
  const home = env["HOME"];
  return home !== undefined && home !== "" && root.startsWith(`${home}/`)
    ? `~${root.slice(home.length)}`
    : root;
}

function writeNext({ html, github, jsonl }: LearnOptions, io: CliIo): void {
  const steps = [
    ["emend learn --record", "keep these corrections, so that rules are proposed from them"],
    ...(html === undefined ? [["emend learn --html report.html", "all of it as one page"]] : []),
    ...(github === undefined && jsonl !== true
      ? [["emend learn --github OWNER/REPO", "with a repository's reviews on GitHub"]]
      : []),
  ];
  io.stderr.write(
    `\nNext:\n${steps.map(([command, what]) => `  ${command!.padEnd(33)} ${what}\n`).join("")}`,
  );
}

async function record(
  learned: LearnedHistory,
  elsewhere: HistoryElsewhere,
  options: LearnOptions,
  context: CliContext,
): Promise<void> {
  const { io } = context;
  // The name that the hook records the same person under.
  const id = options.as === undefined ? personName(projectRoot(io.cwd), io.env) : actorOf(io, options.as);
  const author = { id, trust: "person" as const };
  const now = io.now().toISOString();
  const records = [
    ...learned.corrections
      .filter(({ found }) => found === "conversation")
      .map((each) => feedbackOfCorrection(each, { now, author })),
    ...elsewhere.feedback({ now, author }),
  ];
  const store = options.store === undefined ? {} : { store: options.store };
  const { kept, counted } = await withEmend({ ...store, create: true }, context, async (emend) => ({
    kept: await emend.corrections.add(learned.corrections),
    counted: await emend.feedback.record(await withoutHeard(records, emend)),
  }));
  io.stderr.write(
    `emend: ${formatCount(kept.new, "new correction")}, ${kept.changed} changed, ${kept.known} known already; ${formatCount(counted.new, "new piece", "new pieces")} of feedback. Next: emend rules propose\n`,
  );
}

/** Leaves out what the hook recorded while it was said: the same words in the same conversation. */
async function withoutHeard(records: readonly Feedback[], { feedback }: Emend): Promise<readonly Feedback[]> {
  const ids = new Set(records.map(({ id }) => id));
  const heard = new Set<string>();
  for (const agent of new Set(records.map(({ agent: name }) => name))) {
    let after: string | undefined;
    do {
      const { items, next } = await feedback.search({ limit: 500, ...defined({ agent, after }) });
      for (const item of items) if (!ids.has(item.id)) heard.add(saidKey(item));
      after = next ?? undefined;
    } while (after !== undefined);
  }
  return records.filter((each) => each.comment === undefined || !heard.has(saidKey(each)));
}

const saidKey = ({ run, comment }: Feedback): string =>
  JSON.stringify([run, (comment ?? "").replaceAll(/\s+/g, " ").trim()]);
