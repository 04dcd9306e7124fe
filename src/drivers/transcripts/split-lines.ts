const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
export const MAX_LINE_BYTES = 32 * 1024 * 1024;

export interface LineTaker {
  line(text: string): void;
  /** A line that is too long. Its bytes are not kept. */
  lose(why: string): void;
}

/** Splits bytes into lines and decodes them. The last line may lack its end. Invalid UTF-8 is replaced. */
export class LineSplitter {
  readonly #taker: LineTaker;
  readonly #limit: number;
  #held: Buffer[] = [];
  #size = 0;

  constructor(taker: LineTaker, limit = MAX_LINE_BYTES) {
    this.#taker = taker;
    this.#limit = limit;
  }

  /** The buffer may be used again afterwards. */
  push(bytes: Buffer): void {
    let start = 0;
    for (let end = bytes.indexOf(LINE_FEED); end !== -1; end = bytes.indexOf(LINE_FEED, start)) {
      if (this.#size === 0) this.#emit(bytes, start, end);
      else {
        this.#hold(bytes.subarray(start, end));
        this.#flush();
      }
      start = end + 1;
    }
    if (start < bytes.length) this.#hold(bytes.subarray(start));
  }

  end(): void {
    if (this.#size > 0) this.#flush();
  }

  #hold(bytes: Buffer): void {
    this.#size += bytes.length;
    if (this.#size > this.#limit) this.#held = [];
    else this.#held.push(Buffer.from(bytes));
  }

  #flush(): void {
    const size = this.#size;
    const held = this.#held;
    this.#held = [];
    this.#size = 0;
    if (size > this.#limit) this.#lose();
    else this.#emit(held.length === 1 ? held[0]! : Buffer.concat(held), 0, size);
  }

  #emit(bytes: Buffer, start: number, end: number): void {
    if (end - start > this.#limit) this.#lose();
    else {
      const hasReturn = end > start && bytes[end - 1] === CARRIAGE_RETURN;
      this.#taker.line(bytes.toString("utf8", start, hasReturn ? end - 1 : end));
    }
  }

  #lose(): void {
    this.#taker.lose(`the line is longer than ${Math.round(this.#limit / 1024 / 1024)} MiB`);
  }
}
