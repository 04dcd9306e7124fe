import { checkFiles, type CheckedFiles, type FileToCheck } from "../../app/check/check-files.ts";
import { fixFiles } from "../../app/check/fix-files.ts";
import { openSyntax } from "../../compose/drivers.ts";
import type { ActiveCheck } from "../../core/check/active-check.ts";
import { canonicalPath } from "../../core/change/canonical-path.ts";
import { reaches } from "../../core/check/render-hits.ts";
import { reasonOf } from "../../core/event/retry-delay.ts";
import type { SourceFile, SourceFiles } from "../../ports/source-files.ts";
import type { CliContext } from "../cli-context.ts";
import { usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { EXIT } from "../exit-code.ts";
import { driversOf } from "../open/drivers-of.ts";
import { readInput } from "../terminal/input.ts";
import { formatCount } from "../terminal/plain-text.ts";
import { safeLine } from "../terminal/safe-text.ts";
import type { CheckOptions } from "./check.ts";
import { openCheckSource } from "./open-check-source.ts";
import { renderChecked } from "./render-checked.ts";

export async function runCheck(
  paths: readonly string[],
  options: CheckOptions,
  context: CliContext,
): Promise<void> {
  const { io, finish } = context;
  assertOptions(paths, options);
  const files = await (await driversOf(io)).openSourceFiles();
  const source = await openCheckSource(options, files, context);
  try {
    const { checks } = source;
    if (checks.length === 0)
      io.stderr.write(
        `emend: no check runs: ${safeLine(source.from)} has none; see \`emend checks --help\`\n`,
      );
    const check = checkFiles({ syntax: openSyntax });
    const given = checks.length === 0 ? [] : await readFiles(paths, options, { io, files });
    const texts = given.filter((file) => "text" in file);
    const first = await withResults(await check(checks, texts), options.results ?? []);
    const fixed = options.fix === true ? await writeFixes(check, checks, texts, first, io) : undefined;
    const checked = withUnread(
      fixed === undefined || fixed.count === 0
        ? first
        : await withResults(fixed.checked, options.results ?? []),
      given,
    );
    io.stdout.write(renderChecked(checked, { options, io, fixed: fixed?.count ?? 0, checks: checks.length }));
    if (options.report)
      // What was found matters more than that it is known elsewhere.
      await source.report?.(first).catch((error: unknown) => {
        io.stderr.write(`emend: the hits were not reported: ${safeLine(reasonOf(error))}\n`);
      });
    const fails = checked.hits.filter((hit) => reaches(hit, options.failOn));
    if (fails.length > 0 && options.format !== "text")
      io.stderr.write(
        `emend: ${formatCount(fails.length, "hit")} of checks that are ${options.failOn} or stricter\n`,
      );
    const isEmpty = options.requireChecks === true && checks.length === 0;
    finish(fails.length > 0 || isEmpty ? EXIT.problem : EXIT.success);

    /** Adds what linters reported. */
    async function withResults(found: CheckedFiles, reports: readonly string[]): Promise<CheckedFiles> {
      if (reports.length === 0) return found;
      const { addLinterResults } = await import("./linter-results.ts");
      return addLinterResults(found, { reports, checks, files: texts, root: files.root }, io);
    }
  } finally {
    await source.close();
  }
}

function assertOptions(
  paths: readonly string[],
  { range, staged, stdin, path, run, agent }: CheckOptions,
): void {
  const isChange = range !== undefined || staged === true;
  if (paths.length > 0 && (isChange || stdin === true))
    throw usageError("options_exclusive", "name either paths, or one of --range, --staged and --stdin");
  if (stdin === true && path === undefined)
    throw usageError(
      "path_missing",
      "--stdin needs --path, which decides the language and the rules that apply",
    );
  if (path !== undefined && stdin !== true)
    throw usageError("path_without_stdin", "--path belongs to --stdin");
  if (run !== undefined && agent === undefined)
    throw usageError("run_without_agent", "--run belongs to --agent");
}

interface Reading {
  readonly io: CliIo;
  readonly files: SourceFiles;
}

async function readFiles(
  paths: readonly string[],
  { range, staged, stdin, path }: CheckOptions,
  { io, files }: Reading,
): Promise<readonly SourceFile[]> {
  if (stdin === true && path !== undefined) {
    const plain = canonicalPath(path.replaceAll("\\", "/"));
    if (plain === undefined || path.startsWith("/"))
      throw usageError("path_outside", "--path has to be relative to the repository, and inside it");
    return [{ path: plain, text: await readInput(io, undefined, "the file") }];
  }
  if (staged === true) return files.changed("staged");
  if (range !== undefined) return files.changed({ range });
  return (await files.list(paths)).map((one) => files.read(one));
}

/** Writes what can be fixed, and checks those files again. */
async function writeFixes(
  check: ReturnType<typeof checkFiles>,
  checks: readonly ActiveCheck[],
  texts: readonly FileToCheck[],
  first: CheckedFiles,
  io: CliIo,
): Promise<{ readonly checked: CheckedFiles; readonly count: number }> {
  const written = new Map<string, string>();
  let count = 0;
  const project = await (await driversOf(io)).openProjectFiles();
  for (const { path, before, after, fixed } of await fixFiles(check)(checks, texts, first.hits)) {
    await project.write(path, after, before);
    written.set(path, after);
    count += fixed;
  }
  if (count === 0) return { checked: first, count };
  const now = texts.map((file) => ({ ...file, text: written.get(file.path) ?? file.text }));
  return { checked: await check(checks, now), count };
}

/** Files that could not be read, which people have to know. Pictures and the like are no source code. */
function withUnread(checked: CheckedFiles, given: readonly SourceFile[]): CheckedFiles {
  const notices = given.flatMap((file) => {
    if ("text" in file || file.unread === "not_text") return [];
    const isLarge = file.unread === "too_large";
    return [
      {
        code: isLarge ? ("file_too_large" as const) : ("file_unreadable" as const),
        message: isLarge
          ? "the file is larger than 4 MiB and was not checked"
          : "the file could not be read, or is behind a link, and was not checked",
        path: file.path,
      },
    ];
  });
  return notices.length === 0 ? checked : { ...checked, notices: [...checked.notices, ...notices] };
}
