import {
  MAX_UNREAD,
  type TranscriptReader,
  type TranscriptReading,
  type UnreadLine,
} from "../../core/transcript/transcript.ts";

/** Numbers the lines of a reader, and counts those that never reach it. */
export class ReaderFeed {
  readonly #reader: TranscriptReader;
  readonly #lost: UnreadLine[] = [];
  #lines = 0;
  #lostCount = 0;

  constructor(reader: TranscriptReader) {
    this.#reader = reader;
  }

  line(text: string): void {
    this.#lines += 1;
    this.#reader.read(text, this.#lines);
  }

  /** The reader gets an empty line instead, which no format counts as not understood. */
  lose(why: string): void {
    this.line("");
    this.#lostCount += 1;
    if (this.#lost.length < MAX_UNREAD) this.#lost.push({ line: this.#lines, why });
  }

  finish(): TranscriptReading {
    const reading = this.#reader.finish();
    if (this.#lostCount === 0) return reading;
    // A document without its only line is not understood either, but that is the same line.
    const others = reading.unread.filter(({ line }) => !this.#lost.some((lost) => lost.line === line));
    const same = reading.unread.length - others.length;
    return {
      ...reading,
      unreadCount: reading.unreadCount - same + this.#lostCount,
      unread: [...others, ...this.#lost].toSorted((a, b) => a.line - b.line).slice(0, MAX_UNREAD),
    };
  }
}
