import { lineKey, textKey } from "./commit-lines.ts";
import type { WrittenEdit } from "./written-edits.ts";

/** The lines that the agent wrote into a file, and those that it took out. */
export class AgentLines {
  readonly #texts: readonly {
    readonly written: WrittenEdit;
    readonly text: string;
    readonly before: string;
  }[];
  readonly #written = new Map<string, WrittenEdit[]>();
  readonly #removed = new Map<string, WrittenEdit[]>();

  constructor(edits: readonly WrittenEdit[]) {
    this.#texts = edits.map((written) => ({
      written,
      text: textKey(written.lines),
      before: textKey((written.edit.before ?? "").split("\n")),
    }));
    for (const written of edits) {
      const fresh = new Set(written.lines.map(lineKey));
      for (const key of fresh) push(this.#written, key, written);
      for (const key of new Set((written.edit.before ?? "").split("\n").map(lineKey))) {
        if (!fresh.has(key)) push(this.#removed, key, written);
      }
    }
  }

  /** The agent wrote the line in another edit. */
  isOwn = (line: string, but: WrittenEdit): boolean =>
    this.#written.get(lineKey(line))?.some((one) => one !== but) ?? false;

  /** The agent wrote the same text in another edit, perhaps with other line ends. */
  hasWritten(lines: readonly string[], but: WrittenEdit): boolean {
    const text = textKey(lines);
    return text.length > 0 && this.#texts.some((one) => one.written !== but && one.text.includes(text));
  }

  /** A later edit replaced a part of these lines. */
  hasReplaced(lines: readonly string[], since: WrittenEdit): boolean {
    const text = textKey(lines);
    return this.#texts.some(
      ({ written, before }) => before !== "" && isAfter(written, since) && text.includes(before),
    );
  }

  /** The agent took the line out later, or at a time that is not known. */
  isRemoved = (line: string, since: WrittenEdit): boolean =>
    this.#removed.get(lineKey(line))?.some((one) => isAfter(one, since)) ?? false;

  /** The agent wrote the whole file again later. */
  isReplaced(since: WrittenEdit): boolean {
    return this.#texts.some(({ written }) => written.edit.before === undefined && isAfter(written, since));
  }
}

const isAfter = (one: WrittenEdit, since: WrittenEdit): boolean =>
  one !== since && (one.conversation === since.conversation ? one.at > since.at : one.to >= since.from);

function push<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const own = map.get(key);
  if (own === undefined) map.set(key, [value]);
  else own.push(value);
}
