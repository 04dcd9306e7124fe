import { statSync, writeFileSync } from "node:fs";
import { dirname, isAbsolute, relative, resolve } from "node:path";
import type { LearnedHistory, LearnStep } from "../../app/learn/learn-from-history.ts";
import { ruleLines, type RuleLine } from "../../core/correction/rule-lines.ts";
import { feedbackOfCorrection } from "../../core/correction/to-feedback.ts";
import type { ProjectFiles } from "../../ports/project-files.ts";
import type { FoundTranscripts } from "../../ports/transcripts.ts";
import type { CliContext } from "../cli-context.ts";
import { externalFailure, usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { EXIT } from "../exit-code.ts";
import { driversOf } from "../open/drivers-of.ts";
import { hostOf, withEmend } from "../open/open-emend.ts";
import { actorOf, parseWholeNumber } from "../options/parse-options.ts";
import { formatCount, formatLargeCount } from "../terminal/plain-text.ts";
import { redrawLine, renderBar } from "../terminal/progress-bar.ts";
import { confirmOrFail } from "../terminal/prompter.ts";
import { safeLine, toJson, toJsonLine } from "../terminal/safe-text.ts";
import { VERSION } from "../version.ts";
import type { LearnOptions } from "./learn.ts";
import { renderLearnHtml } from "./render-learn-html.ts";
import { renderLearnReport } from "./render-learn-report.ts";

interface Source {
  readonly path: string;
  readonly project: string;
}

/** Files that agents read as instructions. */
const INSTRUCTION_FILES = [
  "AGENTS.md",
  "CLAUDE.md",
  ".claude/CLAUDE.md",
  "GEMINI.md",
  ".cursorrules",
  ".windsurfrules",
  ".github/copilot-instructions.md",
];
const INSTRUCTION_FOLDERS = [".cursor/rules", ".claude/rules"];
const BAR_COLUMNS = 20;

export async function runLearn(
  files: readonly string[],
  options: LearnOptions,
  context: CliContext,
): Promise<void> {
  const { io, finish } = context;
  const limit = parseWholeNumber("--limit", options.limit, { most: 500 });
  const drivers = await driversOf(io);
  const transcripts = await drivers.openTranscripts();
  const root = await drivers.findRoot();
  const sources =
    files.length > 0
      ? checkFiles(files, io)
      : await findSources(await transcripts.find(root), root, options, io);
  if (sources === undefined) return finish(EXIT.success);
  const { openHistoryLearning } = await import("../../compose/learning.ts");
  const learn = await openHistoryLearning(await hostOf(io), {
    transcripts,
    ...(options.jsonl === true ? {} : { cacheVersion: VERSION }),
  });
  const progress = createProgress(io, options.progress);
  const learned = await learn({
    files: sources,
    rules: files.length > 0 ? [] : await readInstructions(await drivers.openProjectFiles()),
    onProgress: progress.show,
  });
  progress.clear();
  if (options.jsonl === true) {
    for (const turn of learned.turns) io.stdout.write(toJsonLine(turn));
    return finish(EXIT.success);
  }
  io.stdout.write(
    options.json === true ? toJson(learned.report) : renderLearnReport(learned.report, { limit, io, root }),
  );
  if (options.html !== undefined) writeHtml(resolve(io.cwd, options.html), learned, root, io);
  if (options.record === true) await record(learned, options, context);
  else if (options.json !== true && learned.corrections.length > 0) {
    io.stderr.write("\nTo keep these corrections and have rules proposed from them: emend learn --record\n");
  }
  finish(EXIT.success);
}

/** The files as given, so that the answers name them the same way. */
function checkFiles(files: readonly string[], io: CliIo): readonly Source[] {
  for (const file of files) {
    const stat = statSync(resolve(io.cwd, file), { throwIfNoEntry: false });
    if (stat?.isFile() !== true) {
      throw usageError(
        "transcript_not_found",
        `${file}: ${stat === undefined ? "there is no such file" : "this is not a file"}`,
        "give transcripts, such as ~/.claude/projects/<project>/*.jsonl, or nothing for those of this repository",
      );
    }
  }
  return files.map((path) => ({ path, project: dirname(path) }));
}

/** Shows what would be read and asks. Undefined if there is nothing, or the user declines. */
async function findSources(
  found: readonly FoundTranscripts[],
  root: string,
  options: LearnOptions,
  io: CliIo,
): Promise<readonly Source[] | undefined> {
  const all = found.flatMap(({ files }) => files);
  if (all.length === 0) {
    io.stderr.write(
      `emend: no transcripts about ${safeLine(root)} were found. Emend looks for those of Claude Code, Codex, Copilot CLI, OpenCode, Gemini CLI, Cursor, Cline, aider and SpecStory.\n`,
    );
    for (const { agent, place } of found) io.stderr.write(`  ${agent}: ${safeLine(place)}\n`);
    io.stderr.write("To read transcripts from elsewhere: emend learn FILE...\n");
    return undefined;
  }
  io.stderr.write(
    `Emend would read ${formatLargeCount(all.length, "transcript")} about ${safeLine(root)}:\n`,
  );
  for (const { agent, place, files } of found) {
    const size = files.reduce((sum, file) => sum + file.size, 0) / 1_048_576;
    io.stderr.write(
      `  ${agent.padEnd(12)} ${formatCount(files.length, "file")}, ${size.toFixed(1)} MB  ${safeLine(place)}\n`,
    );
  }
  io.stderr.write("Nothing leaves your machine.\n");
  const goesOn = options.yes === true || (await confirmOrFail(io, "Read them? [y/N] "));
  return goesOn ? all.map(({ path }) => ({ path, project: root })) : undefined;
}

async function readInstructions(files: ProjectFiles): Promise<readonly RuleLine[]> {
  const listed = await Promise.all(
    INSTRUCTION_FOLDERS.map(async (folder) =>
      (await files.list(folder)).filter((name) => /\.mdc?$/.test(name)).map((name) => `${folder}/${name}`),
    ),
  );
  const lines = [];
  for (const path of [...INSTRUCTION_FILES, ...listed.flat()]) {
    // A file that cannot be read is not an instruction that could be followed.
    const file = await files.read(path).catch(() => undefined);
    if (file !== undefined) lines.push(...ruleLines(file.text, path));
  }
  return lines;
}

function createProgress(io: CliIo, isEnabled: boolean) {
  const isShown = isEnabled && io.stderr.isTTY === true;
  const names = {
    read: "reading transcripts",
    judge: "reading reviews and commits",
    compare: "comparing remarks",
    word: "wording rules",
  };
  return {
    show: ({ step, done, of }: LearnStep): void => {
      if (!isShown) return;
      const bar = step === "word" ? "" : `${renderBar(of === 0 ? 1 : done / of, BAR_COLUMNS)} `;
      redrawLine(io, `${bar}${names[step]}: ${step === "word" ? done : `${done} of ${of}`}`);
    },
    clear: (): void => {
      if (isShown) redrawLine(io, "");
    },
  };
}

function writeHtml(file: string, { report }: LearnedHistory, root: string, io: CliIo): void {
  try {
    writeFileSync(file, renderLearnHtml(report, { root, now: io.now().toISOString() }));
  } catch (error) {
    throw externalFailure("report_not_written", `the report could not be written to ${file}`, {
      cause: error,
    });
  }
  io.stderr.write(`emend: wrote ${safeLine(isAbsolute(file) ? relative(io.cwd, file) || file : file)}\n`);
}

async function record(learned: LearnedHistory, options: LearnOptions, context: CliContext): Promise<void> {
  const { io } = context;
  const author = { id: actorOf(io, options.as), trust: "person" as const };
  const records = learned.corrections.map((each) =>
    feedbackOfCorrection(each, { now: io.now().toISOString(), author }),
  );
  const store = options.store === undefined ? {} : { store: options.store };
  const counted = await withEmend({ ...store, create: true }, context, (emend) =>
    emend.feedback.record(records),
  );
  io.stderr.write(
    `emend: ${formatCount(counted.new, "correction")} recorded, ${counted.known} known already. Next: emend rules propose\n`,
  );
}
