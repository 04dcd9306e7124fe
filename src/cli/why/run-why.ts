import { existsSync } from "node:fs";
import { isAbsolute, join, relative, resolve } from "node:path";
import { defined } from "../../core/defined.ts";
import { readNote } from "../../core/why/commit-note.ts";
import type { CommitStory } from "../../core/why/commit-story.ts";
import { projectRoot } from "../../hook/hook-paths.ts";
import type { BlamedLine, CommitLookup, FoundCommit, RevertingCommit } from "../../ports/commit-lookup.ts";
import type { CliContext } from "../cli-context.ts";
import { CliError, externalFailure, usageError } from "../cli-error.ts";
import { EXIT } from "../exit-code.ts";
import { driversOf } from "../open/drivers-of.ts";
import { printFromStore } from "../open/open-emend.ts";
import { widthOf } from "../terminal/plain-text.ts";
import { toJson } from "../terminal/safe-text.ts";
import type { StoreOptions } from "../options/store-option.ts";
import { whyText } from "./why-text.ts";

/** The story of a commit, with what the repository says about it. */
export interface ToldCommit extends CommitStory {
  readonly author: string | null;
  readonly committed_at: string | null;
  readonly subject: string | null;
  /** The line that led to the commit. */
  readonly line: { readonly path: string; readonly line: number; readonly text: string } | null;
  readonly reverted_by: readonly RevertingCommit[];
}

export async function runWhy(
  revision: string,
  place: string | undefined,
  options: StoreOptions,
  context: CliContext,
): Promise<void> {
  const { io } = context;
  const root = projectRoot(io.cwd);
  const lookup = await (await driversOf(io)).openCommitLookup(root);
  const where = place === undefined ? undefined : parsePlace(place, io.cwd, root);
  const found = await lookup.find(revision);
  if (found === undefined && (where !== undefined || !/^[0-9a-f]{7,64}$/.test(revision)))
    throw unknownCommit(revision, root);
  const line = where?.line === undefined ? undefined : await blamed(lookup, root, found!.id, where);
  const commit = line === undefined ? found : await lookup.find(line.commit!);
  if (commit === undefined && found !== undefined) throw unknownCommit(line?.commit ?? revision, root);
  if (commit !== undefined && where !== undefined && !commit.files.includes(where.path) && line === undefined)
    throw usageError(
      "file_not_in_commit",
      `the commit ${commit.id.slice(0, 12)} does not change ${where.path}`,
      "name a file that it changes, or a line as FILE:LINE to find the commit that last changed it",
    );
  const files = where === undefined ? (commit?.files ?? []) : [where.path];
  await printFromStore(options, context, async ({ why }) => {
    const story = await why.commit({
      commit: commit?.id ?? revision,
      files: where === undefined ? [] : files,
      ...(commit === undefined ? {} : factsOf(commit)),
    });
    if (!story.ok) throw refused(story.error, commit, root);
    const told: ToldCommit = {
      ...story.value,
      author: commit?.author ?? null,
      committed_at: commit?.committed_at ?? null,
      subject: commit?.subject ?? null,
      line: line === undefined ? null : { path: where!.path, line: line.line, text: line.text },
      reverted_by: commit === undefined ? [] : await lookup.reverts(commit.id),
    };
    return options.json === true ? toJson(told) : whyText(told, widthOf(io));
  });
}

const factsOf = ({ committed_at, note }: FoundCommit) =>
  defined({ committed_at, claims: note === undefined ? undefined : readNote(note) });

interface Place {
  /** From the root of the repository, with slashes. */
  readonly path: string;
  readonly line?: number;
}

function parsePlace(place: string, cwd: string, root: string): Place {
  const [, file = place, line] = /^(.+):(\d{1,7})$/.exec(place) ?? [];
  const path = relative(root, resolve(cwd, file)).replaceAll("\\", "/");
  if (path === "" || path.startsWith("../") || isAbsolute(path))
    throw usageError("invalid_place", `${file.slice(0, 200)} is not a file of the repository in ${root}`);
  if (line === "0") throw usageError("invalid_place", "lines are counted from 1");
  return { path, ...(line === undefined ? {} : { line: Number(line) }) };
}

async function blamed(
  lookup: CommitLookup,
  root: string,
  revision: string,
  { path, line }: Place,
): Promise<BlamedLine> {
  const [found] = (await lookup.blame({ revision, path, line: line! })) ?? [];
  if (found?.commit !== undefined) return found;
  throw isShallow(root)
    ? shallowClone(revision)
    : usageError(
        "line_not_found",
        `${path} has no line ${line} in ${revision.slice(0, 12)}`,
        "check the file and the line at that commit",
      );
}

const isShallow = (root: string): boolean => existsSync(join(root, ".git", "shallow"));

const shallowClone = (revision: string): CliError =>
  externalFailure(
    "shallow_clone",
    `${revision.slice(0, 80)} is not in this clone, which lacks its older commits`,
    {
      hint: "fetch them with `git fetch --unshallow`, then try again",
    },
  );

function unknownCommit(revision: string, root: string): CliError {
  if (!existsSync(join(root, ".git")))
    return externalFailure("not_a_repository", `${root} is not a git repository`, {
      hint: "run the command in the repository, or name the commit by its id",
    });
  return isShallow(root)
    ? shallowClone(revision)
    : usageError(
        "commit_not_found",
        `there is no commit ${JSON.stringify(revision.slice(0, 80))} in this repository`,
        "`git log --oneline` lists them",
      );
}

function refused(
  { code, message }: { readonly code: string; readonly message: string },
  commit: FoundCommit | undefined,
  root: string,
): CliError {
  if (code === "commit_not_recorded" && commit === undefined) return unknownCommit("", root);
  const hint =
    code === "commit_not_recorded"
      ? "hooks record commits from now on (`emend init`); agents of your own report them with POST /agents/{agent}/commits"
      : undefined;
  return new CliError(code, message, { exitCode: EXIT.problem, ...defined({ hint }) });
}
