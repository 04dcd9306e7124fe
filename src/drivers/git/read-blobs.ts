import type { Git, GitProcess } from "./git-process.ts";
import { LedgerError } from "./ledger-error.ts";

/** Requests sent ahead, so that the two processes do not wait for each other. */
const AHEAD = 256;

export interface BlobReading<Asked> {
  readonly asked: Asked;
  /** Undefined if it is larger than the limit, or missing and that is allowed. */
  readonly content: Buffer | undefined;
}

export interface BlobLimits {
  /** In bytes. */
  readonly most?: number;
  /** Whether a blob that is not there has no content; otherwise it is an error. */
  readonly mayLack?: boolean;
}

/** Reads many blobs in order through one process, and skips those above the limit. */
export async function* readBlobs<Asked extends { readonly blob: string }>(
  git: Git,
  wanted: AsyncIterable<Asked> | Iterable<Asked>,
  limits: BlobLimits = {},
): AsyncGenerator<BlobReading<Asked>> {
  const cat = git.start(["cat-file", "--batch"]);
  let isDone = false;
  try {
    yield* answers(git, cat, wanted, limits);
    isDone = true;
    await cat.finish();
  } finally {
    if (!isDone) await cat.abandon();
  }
}

async function* answers<Asked extends { readonly blob: string }>(
  git: Git,
  cat: GitProcess,
  wanted: AsyncIterable<Asked> | Iterable<Asked>,
  { most = Number.POSITIVE_INFINITY, mayLack = false }: BlobLimits,
): AsyncGenerator<BlobReading<Asked>> {
  const source = new ByteSource(cat.child.stdout);
  let asked: Asked[] = [];
  const flush = async function* (): AsyncGenerator<BlobReading<Asked>> {
    await cat.write(asked.map(({ blob }) => `${blob}\n`).join(""));
    for (const one of asked) {
      const header = await source.line();
      const size = /^[0-9a-f]{40,64} blob (\d{1,15})$/.exec(header)?.[1];
      if (size === undefined) {
        if (mayLack && / (?:missing|submodule)$/.test(header)) {
          yield { asked: one, content: undefined };
          continue;
        }
        throw new LedgerError(
          "ledger_corrupt",
          `the repository in ${git.folder} lacks ${one.blob} (${header}); restore it from its remote, or move the folder away and rewrite the ledger`,
        );
      }
      const bytes = Number(size);
      const content = bytes <= most ? await source.take(bytes) : await source.skip(bytes);
      await source.skip(1);
      yield { asked: one, content };
    }
    asked = [];
  };
  for await (const one of wanted) {
    asked.push(one);
    if (asked.length >= AHEAD) yield* flush();
  }
  yield* flush();
}

/** Reads a stream by lines and by byte counts. */
class ByteSource {
  readonly #chunks: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  async line(): Promise<string> {
    for (;;) {
      const end = this.#held.indexOf(10);
      if (end >= 0) {
        const line = this.#held.toString("latin1", 0, end);
        this.#held = this.#held.subarray(end + 1);
        return line;
      }
      if (!(await this.#more())) return this.#held.toString("latin1");
    }
  }

  async take(bytes: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    let left = bytes;
    while (left > 0) {
      if (this.#held.length === 0 && !(await this.#more())) break;
      const part = this.#held.subarray(0, left);
      parts.push(part);
      this.#held = this.#held.subarray(part.length);
      left -= part.length;
    }
    return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
  }

  async skip(bytes: number): Promise<undefined> {
    let left = bytes;
    while (left > 0) {
      if (this.#held.length === 0 && !(await this.#more())) return;
      const part = Math.min(left, this.#held.length);
      this.#held = this.#held.subarray(part);
      left -= part;
    }
  }

  async #more(): Promise<boolean> {
    const next = await this.#chunks.next();
    if (next.done === true) return false;
    this.#held = this.#held.length === 0 ? next.value : Buffer.concat([this.#held, next.value]);
    return true;
  }
}
