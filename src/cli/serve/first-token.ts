import { closeSync, lstatSync, openSync, rmSync, writeSync } from "node:fs";
import { resolve } from "node:path";
import type { NewToken } from "../../app/access/tokens.ts";
import type { CliIo } from "../cli-io.ts";
import { type CliError, usageError, externalFailure } from "../cli-error.ts";

/**
 * Creates the first administrator's token and writes it to the file, if one is named. The file is created first, because a
 * token that cannot be saved would be lost.
 */
export async function makeFirstToken(
  io: CliIo,
  file: string | undefined,
  {
    isNeeded,
    make,
  }: { readonly isNeeded: () => Promise<boolean>; readonly make: () => Promise<NewToken | undefined> },
): Promise<NewToken | undefined> {
  if (file === undefined || !(await isNeeded())) return make();
  const path = resolve(io.cwd, file);
  const handle = createFile(path, file);
  let first: NewToken | undefined;
  try {
    first = await make();
    if (first !== undefined) writeSync(handle, `${first.text}\n`);
  } finally {
    closeSync(handle);
    // Another server created the token first, or creating it failed.
    if (first === undefined) rmSync(path, { force: true });
  }
  return first;
}

/** Fails early, before the server listens. */
export function assertFree(io: CliIo, file: string): void {
  if (lstatSync(resolve(io.cwd, file), { throwIfNoEntry: false }) !== undefined) throw fileExists(file);
}

const fileExists = (file: string): CliError =>
  usageError(
    "token_file_exists",
    `--admin-token-file: ${file} already exists and was not overwritten`,
    "choose another file, or delete that one",
  );

/** Fails if anything exists there, even a link. */
function createFile(path: string, file: string): number {
  try {
    return openSync(path, "wx", 0o600);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "EEXIST") {
      throw externalFailure("token_file_failed", `cannot write --admin-token-file ${file}`, {
        hint: "choose a file in an existing folder that you can write to",
        cause,
      });
    }
    throw fileExists(file);
  }
}

interface FirstStart {
  readonly text: string;
  readonly link: string;
  /** The file with the token. */
  readonly file: string | undefined;
  /** Whether standard output is a terminal. Otherwise it may be a log that others can read. */
  readonly isTerminal: boolean;
}

/** What the first start on a new store prints. */
export function firstStartText({ text, link, file, isTerminal }: FirstStart): string {
  const token =
    file !== undefined
      ? [`Nobody can log in to this store yet. The administrator's token is in ${file}.`]
      : isTerminal
        ? [
            "Nobody can log in to this store yet. Here is the administrator's token. It won't be shown again, so store it safely:",
            "",
            `  ${text}`,
          ]
        : [
            "Nobody can log in to this store yet. The administrator's token is not printed, because this output may be a log. To get",
            "one, start the first server with --admin-token-file FILE, or run `emend tokens create --role admin --name NAME` on this store.",
          ];
  return [
    ...token,
    "",
    "Open this link to log in. It works once, within 10 minutes:",
    "",
    `  ${link}`,
    "",
    "",
  ].join("\n");
}
