import { closeSync, lstatSync, openSync, rmSync, writeSync } from "node:fs";
import { resolve } from "node:path";
import type { NewToken } from "../../app/access/tokens.ts";
import type { CliIo } from "../cli-io.ts";
import { type CliError, usageError, externalFailure } from "../cli-error.ts";

/**
 * Makes the first administrator's token and writes it into a file of its own, if one is named. The file is made before the
 * token, since a token that cannot be kept would be lost.
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
  const place = resolve(io.cwd, file);
  const handle = reserve(place, file);
  let first: NewToken | undefined;
  try {
    first = await make();
    if (first !== undefined) writeSync(handle, `${first.text}\n`);
  } finally {
    closeSync(handle);
    // Another server was first, or nothing was made.
    if (first === undefined) rmSync(place, { force: true });
  }
  return first;
}

/** Says so before the server begins to listen. */
export function assertFree(io: CliIo, file: string): void {
  if (lstatSync(resolve(io.cwd, file), { throwIfNoEntry: false }) !== undefined) throw taken(file);
}

const taken = (file: string): CliError =>
  usageError(
    "token_file_exists",
    `--admin-token-file: ${file} already exists and was not overwritten`,
    "choose another file, or delete that one",
  );

/** Fails if anything is there, a link included. */
function reserve(place: string, file: string): number {
  try {
    return openSync(place, "wx", 0o600);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "EEXIST") {
      throw externalFailure("token_file_failed", `cannot write --admin-token-file ${file}`, {
        hint: "choose a file in an existing folder that you can write to",
        cause,
      });
    }
    throw taken(file);
  }
}

interface FirstWords {
  readonly text: string;
  readonly link: string;
  /** The file that has the token. */
  readonly file: string | undefined;
  /** Whether a person reads this; anything else may be a log that many can read. */
  readonly isTerminal: boolean;
}

/** What the first start on a new store prints. */
export function firstStartText({ text, link, file, isTerminal }: FirstWords): string {
  const token =
    file !== undefined
      ? [`This store is new. The administrator's token is in ${file}.`]
      : isTerminal
        ? [
            "This store is new. Here is the administrator's token. It won't be shown again, so store it safely:",
            "",
            `  ${text}`,
          ]
        : [
            "This store is new. The administrator's token is not printed, because this output may be a log. To get one, start the",
            "first server with --admin-token-file FILE, or run `emend tokens create --role admin --name NAME` on this store.",
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
