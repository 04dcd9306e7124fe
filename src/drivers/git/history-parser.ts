import { canonicalPath } from "../../core/change/canonical-path.ts";
import { readCommitMessage } from "../../core/correction/commit-message.ts";
import { leftOutPath } from "../../core/correction/commit-path.ts";
import { commitPerson } from "../../core/correction/commit-person.ts";
import {
  type CommitFile,
  type CommitPerson,
  type LeftOutFile,
  MAX_COMMIT_LINE,
  MAX_FILE_LINES,
  type PastCommit,
} from "../../core/correction/past-commit.ts";
import { pathOfGitHeader, readFileLine, withoutUsualPrefix } from "../../core/diff/diff-names.ts";
import { unquotePath } from "../../core/diff/quoted-path.ts";
import { defined } from "../../core/defined.ts";

/** NUL begins a commit and ends each of its fields, because no field can contain it. */
export const HISTORY_FORMAT = "%x00%H%x00%P%x00%an%x00%ae%x00%at%x00%cn%x00%ce%x00%ct%x00%B%x00";
const FIELDS = 9;
const MAX_FIELD_BYTES = 64 * 1024;
/** Enough for any path. Longer content lines are cut anyway. */
const MAX_LINE_BYTES = 16 * 1024;
/** What a line costs in memory besides its text. */
const LINE_COST = 48;

const [NUL, LINE_FEED, CARRIAGE_RETURN, PLUS, MINUS, SPACE] = [0, 10, 13, 43, 45, 32];
const HUNK = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@/;

interface OpenHunk {
  readonly oldStart: number;
  readonly newStart: number;
  readonly removed: string[];
  readonly added: string[];
}

interface OpenFile {
  path: string | undefined;
  previousPath?: string;
  status: CommitFile["status"];
  added: number;
  removed: number;
  hunks: OpenHunk[];
  leftOut?: LeftOutFile | undefined;
}

/**
 * Reads the output of `git log` with `HISTORY_FORMAT` and patches without context, as it arrives. Content lines are
 * counted off by their hunk's header, so content that looks like a header is content.
 */
export class HistoryParser {
  readonly #onCommit: (commit: PastCommit) => void;
  readonly #people = new Map<string, CommitPerson>();
  readonly leftOut: Record<LeftOutFile, number> = { binary: 0, lock: 0, generated: 0, vendored: 0, huge: 0 };
  /** Roughly what is kept so far, in bytes. */
  size = 0;
  #held: Buffer[] = [];
  #heldBytes = 0;
  #fields: string[] | undefined;
  #commit: readonly string[] | undefined;
  #files: CommitFile[] = [];
  #file: OpenFile | undefined;
  #hunk: OpenHunk | undefined;
  #oldLeft = 0;
  #newLeft = 0;

  constructor(onCommit: (commit: PastCommit) => void) {
    this.#onCommit = onCommit;
  }

  push(bytes: Buffer): void {
    let at = 0;
    while (at < bytes.length) {
      if (this.#fields === undefined && this.#heldBytes === 0 && !this.#inHunk && bytes[at] === NUL) {
        this.#closeCommit();
        this.#fields = [];
        at += 1;
        continue;
      }
      const isField = this.#fields !== undefined;
      const end = bytes.indexOf(isField ? NUL : LINE_FEED, at);
      if (end === -1) {
        this.#hold(bytes.subarray(at), isField ? MAX_FIELD_BYTES : MAX_LINE_BYTES);
        return;
      }
      if (this.#heldBytes === 0) {
        if (isField) this.#takeField(bytes.toString("utf8", at, Math.min(end, at + MAX_FIELD_BYTES)));
        else this.#takeLine(bytes, at, end);
      } else {
        this.#hold(bytes.subarray(at, end), isField ? MAX_FIELD_BYTES : MAX_LINE_BYTES);
        const whole = this.#held.length === 1 ? this.#held[0]! : Buffer.concat(this.#held);
        this.#held = [];
        this.#heldBytes = 0;
        if (isField) this.#takeField(whole.toString("utf8"));
        else this.#takeLine(whole, 0, whole.length);
      }
      at = end + 1;
    }
  }

  /** `isWhole` is false if git was stopped: the last commit may be cut off and is dropped. */
  end(isWhole: boolean): void {
    if (isWhole) this.#closeCommit();
  }

  get #inHunk(): boolean {
    return this.#oldLeft > 0 || this.#newLeft > 0;
  }

  /** Bytes beyond the limit are dropped. */
  #hold(part: Buffer, limit: number): void {
    const kept = part.subarray(0, Math.max(0, limit - this.#heldBytes));
    if (kept.length > 0) this.#held.push(Buffer.from(kept));
    // At least one, so that an empty rest of a cut line is not mistaken for the start of the next.
    this.#heldBytes += Math.max(1, kept.length);
  }

  #takeField(text: string): void {
    this.#fields!.push(text);
    if (this.#fields!.length < FIELDS) return;
    this.#commit = this.#fields;
    this.#fields = undefined;
  }

  #takeLine(bytes: Buffer, start: number, end: number): void {
    if (this.#inHunk) {
      this.#takeContent(bytes, start, end);
      return;
    }
    // Between files, only these lines matter.
    if (end === start) return;
    const line = bytes.toString("utf8", start, Math.min(end, start + MAX_LINE_BYTES));
    if (line.startsWith("@@ -")) this.#openHunk(line);
    else if (line.startsWith("diff --git ")) {
      this.#closeFile();
      this.#file = {
        path: pathOfGitHeader(line.slice(11)),
        status: "modified",
        added: 0,
        removed: 0,
        hunks: [],
      };
    } else if (this.#file !== undefined) readHeader(this.#file, line);
  }

  #openHunk(line: string): void {
    const [, oldStart, oldCount = "1", newStart, newCount = "1"] = HUNK.exec(line) ?? [];
    if (oldStart === undefined || this.#file === undefined) return;
    this.#file.leftOut ??= leftOutPath(this.#file.path ?? "");
    [this.#oldLeft, this.#newLeft] = [Number(oldCount), Number(newCount)];
    this.#hunk = { oldStart: Number(oldStart), newStart: Number(newStart), removed: [], added: [] };
    if (this.#file.leftOut === undefined) this.#file.hunks.push(this.#hunk);
  }

  #takeContent(bytes: Buffer, start: number, end: number): void {
    const sign = bytes[start];
    const file = this.#file!;
    if (sign === PLUS) {
      this.#newLeft -= 1;
      file.added += 1;
    } else if (sign === MINUS) {
      this.#oldLeft -= 1;
      file.removed += 1;
    } else {
      // Without context there are no such lines, besides `\ No newline at end of file`.
      if (sign === SPACE || sign === undefined) {
        this.#oldLeft -= 1;
        this.#newLeft -= 1;
      }
      return;
    }
    if (file.leftOut !== undefined) return;
    if (file.added + file.removed > MAX_FILE_LINES) {
      file.leftOut = "huge";
      file.hunks = [];
      return;
    }
    const last = end > start + 1 && bytes[end - 1] === CARRIAGE_RETURN ? end - 1 : end;
    const text = bytes.toString("utf8", start + 1, Math.min(last, start + 1 + 3 * MAX_COMMIT_LINE));
    (sign === PLUS ? this.#hunk!.added : this.#hunk!.removed).push(
      text.length > MAX_COMMIT_LINE ? text.slice(0, MAX_COMMIT_LINE) : text,
    );
  }

  #closeFile(): void {
    const file = this.#file;
    this.#file = undefined;
    this.#hunk = undefined;
    [this.#oldLeft, this.#newLeft] = [0, 0];
    const path = canonicalPath(file?.path ?? "");
    if (file === undefined || path === undefined) return;
    const leftOut = file.leftOut ?? leftOutPath(path);
    if (leftOut !== undefined) this.leftOut[leftOut] += 1;
    const { previousPath, status, added, removed } = file;
    const hunks = leftOut === undefined ? file.hunks : [];
    this.#files.push({ path, status, added, removed, hunks, ...defined({ previousPath, leftOut }) });
    this.size += LINE_COST;
    for (const hunk of hunks) {
      this.size += 2 * LINE_COST;
      for (const line of hunk.removed) this.size += line.length + LINE_COST;
      for (const line of hunk.added) this.size += line.length + LINE_COST;
    }
  }

  #closeCommit(): void {
    this.#closeFile();
    const commit = this.#commit;
    const files = this.#files;
    this.#commit = undefined;
    this.#files = [];
    if (commit === undefined) return;
    const [sha, parents, author, address, authored, committer, committerAddress, , message] =
      commit as unknown as readonly [string, string, string, string, string, string, string, string, string];
    this.size += message.length + 10 * LINE_COST;
    this.#onCommit({
      sha,
      parents: parents === "" ? [] : parents.split(" "),
      author: this.#person(author, address),
      committer: this.#person(committer, committerAddress),
      time: timeOf(authored),
      ...readCommitMessage(message),
      files,
    });
  }

  #person(name: string, address: string): CommitPerson {
    const key = `${name}\0${address}`;
    const known = this.#people.get(key) ?? commitPerson(name, address);
    this.#people.set(key, known);
    return known;
  }
}

/** The largest number that is a time. */
const MAX_SECONDS = 8_640_000_000_000;

function timeOf(seconds: string): string {
  const value = Number(seconds);
  return new Date(
    Number.isFinite(value) ? Math.min(Math.max(value, 0), MAX_SECONDS) * 1_000 : 0,
  ).toISOString();
}

function readHeader(file: OpenFile, line: string): void {
  const after = (start: string): string => unquotePath(line.slice(start.length));
  if (line.startsWith("+++ ") || line.startsWith("--- ")) {
    const { name, missing } = readFileLine(line.slice(4));
    if (!missing && file.status !== "renamed") file.path = withoutUsualPrefix(name);
  } else if (line.startsWith("new file mode ")) file.status = "added";
  else if (line.startsWith("deleted file mode ")) file.status = "deleted";
  else if (line.startsWith("rename from ")) file.previousPath = after("rename from ");
  else if (line.startsWith("rename to ")) {
    file.status = "renamed";
    file.path = after("rename to ");
  } else if (line.startsWith("Binary files ")) file.leftOut = "binary";
}
