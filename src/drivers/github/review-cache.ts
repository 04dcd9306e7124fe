import { hash, randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ReviewedPull } from "../../core/correction/reviewed-pull.ts";
import { fieldOf, parseJson, textOf } from "../../core/json/json.ts";
import { ExternalError } from "../../ports/errors.ts";
import { readRegular } from "../files/read-regular.ts";
import type { ReadPull } from "./pull-source.ts";

/** Change it with the form of a pull request. Files of another schema are fetched again. */
const SCHEMA = 1;
const MAX_FILE_BYTES = 67_108_864;
const MARK = "walk";

/** The last walk that reached the end. */
export interface WalkMark {
  /** The version of the pull request that had changed last. */
  readonly newest: string;
  readonly pulls: number;
}

/** Pull requests of one repository on disk, a file each. A damaged file is as good as none. */
export interface ReviewCache {
  readonly read: (number: number) => ReadPull | undefined;
  readonly write: (pull: ReadPull) => void;
  readonly numbers: () => readonly number[];
  readonly mark: () => WalkMark | undefined;
  readonly setMark: (mark: WalkMark) => void;
}

/** `folder` belongs to the user alone, and so do the folders and files that are created in it. */
export function openReviewCache(folder: string): ReviewCache {
  const fileOf = (name: string | number): string => join(folder, `${name}.json`);
  const readFile = (name: string | number): unknown => {
    const bytes = readRegular(fileOf(name), { most: MAX_FILE_BYTES });
    if (typeof bytes === "string") return undefined;
    const text = bytes.toString("utf8");
    const end = text.indexOf("\n");
    const content = text.slice(end + 1);
    const value = text.slice(0, end) === checksum(content) ? parseJson(content) : undefined;
    return fieldOf(value, "schema") === SCHEMA ? value : undefined;
  };
  const writeFile = (name: string | number, value: object): void => {
    const content = JSON.stringify({ schema: SCHEMA, ...value });
    const draft = fileOf(`${name}.${process.pid}.${randomBytes(4).toString("hex")}`);
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFileSync(draft, `${checksum(content)}\n${content}`, { mode: 0o600, flag: "wx" });
      renameSync(draft, fileOf(name));
    } catch (cause) {
      rmSync(draft, { force: true });
      throw new ExternalError(
        "cache_not_written",
        `${folder} cannot be written; check its permissions and the disk`,
        cause,
      );
    }
  };
  return {
    read: (number) => {
      const value = readFile(number);
      const version = textOf(fieldOf(value, "version"));
      const pull = fieldOf(value, "pull");
      if (version === undefined || fieldOf(pull, "number") !== number) return undefined;
      // The checksum vouches for the form.
      return { number, version, pull: pull as ReviewedPull };
    },
    write: ({ number, ...rest }) => writeFile(number, rest),
    numbers: () =>
      listFolder(folder).flatMap((name) => {
        const number = /^(\d{1,9})\.json$/.exec(name)?.[1];
        return number === undefined ? [] : [Number(number)];
      }),
    mark: () => {
      const value = readFile(MARK);
      const [newest, pulls] = [textOf(fieldOf(value, "newest")), fieldOf(value, "pulls")];
      return newest === undefined || typeof pulls !== "number" ? undefined : { newest, pulls };
    },
    setMark: (mark) => writeFile(MARK, mark),
  };
}

const checksum = (content: string): string => hash("sha256", content, "hex");

function listFolder(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
