import { defined } from "../defined.ts";
import { DuplicateKeys, pathOf } from "./duplicate-keys.ts";
import {
  Ended,
  JsonScanner,
  Unreadable,
  type RepairCode,
  CLOSE_LIST,
  CLOSE_OBJECT,
  CLOSING_OF,
  COLON,
  COMMA,
  FOREIGN_LITERALS,
  LITERALS,
  NUMBER,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
  endOfElement,
  nextElement,
} from "./json-scanner.ts";
import { MAX_FINDINGS } from "./review-fields.ts";

export interface Repair {
  readonly code: RepairCode;
  /** The element of the top-level `findings`, if it was made inside one. */
  readonly index?: number;
  /** It was made between the elements of the top-level `findings`. */
  readonly inList?: true;
  /** The offset of the first one. */
  readonly offset: number;
  count: number;
}

/** An element of the top-level `findings` that cannot be read: cut off, or broken beyond repair. */
export interface LostElement {
  readonly cause: "cut_off" | "broken";
  /** Fields that were complete before that point. */
  readonly partial: Readonly<Record<string, unknown>> | undefined;
}

export type TolerantReading =
  | {
      readonly ok: true;
      /** Lost elements of `findings` are `undefined`, so that positions still match. */
      readonly value: unknown;
      readonly end: number;
      readonly cutOff: boolean;
      /** The top-level field whose value was cut off; `findings` if the text ends before that list does. */
      readonly lostField: string | undefined;
      readonly lost: ReadonlyMap<number, LostElement>;
      readonly repairs: readonly Repair[];
      /** Line numbers written as decimals, such as 42.0. */
      readonly decimals: readonly {
        readonly index: number;
        readonly field: string;
        readonly source: string;
      }[];
      readonly duplicates: DuplicateKeys;
    }
  | { readonly ok: false; readonly at: number };

type Container = Record<string, unknown> | unknown[];

const BARE_WORD = /^[A-Za-z_$][A-Za-z0-9_$.-]*$/;

/**
 * Reads the JSON value at `start`, repairing what can be repaired without guessing at content. The cost is linear
 * and nothing recurses. A value that is cut off by the end of the text is left out rather than completed: only the
 * top-level object and its `findings` list are closed.
 */
export function readTolerantJson(text: string, start: number): TolerantReading {
  return new TolerantReader(text, start).read();
}

class TolerantReader {
  private readonly scan: JsonScanner;
  private readonly stack: Container[] = [];
  /** The pending key of each open object; undefined for lists. */
  private readonly keys: (string | undefined)[] = [];
  private readonly repairs = new Map<string, Repair>();
  private latest: Repair | undefined;
  private readonly lost = new Map<number, LostElement>();
  private readonly duplicates = new DuplicateKeys();
  private readonly decimals: { index: number; field: string; source: string }[] = [];

  private root: unknown;
  private done = false;
  /** What is expected next; a field, so that reading can resume after a broken element. */
  private state: "value" | "key" | "element" | "after" = "value";
  private afterComma = false;

  constructor(text: string, start: number) {
    this.scan = new JsonScanner(text, start, (code, offset) => this.note(code, offset));
  }

  read(): TolerantReading {
    for (;;) {
      try {
        this.readAll();
        return this.reading(false, undefined);
      } catch (problem) {
        if (problem instanceof Ended) return this.closeAfterEnd();
        if (!(problem instanceof Unreadable)) throw problem;
        if (!this.skipBroken(problem.at)) return { ok: false, at: problem.at };
      }
    }
  }

  private readAll(): void {
    while (!this.done) {
      const c = this.scan.next();
      switch (this.state) {
        case "key":
          this.readKey(c);
          break;
        case "element":
          this.readElement(c);
          break;
        case "value":
          this.readValue(c);
          break;
        case "after":
          this.readAfter(c);
          break;
      }
    }
  }

  private readKey(c: number): void {
    if (c === CLOSE_OBJECT) return this.close();
    if (c === COMMA) return this.skipComma();
    if (this.skipEllipsis(c)) return;
    const key = CLOSING_OF.has(c) ? this.scan.readString(c, "key") : this.readBareKey();
    if (this.scan.next() !== COLON) throw new Unreadable(this.scan.at);
    this.scan.at += 1;
    this.keys[this.keys.length - 1] = key;
    this.afterComma = false;
    this.state = "value";
  }

  private readElement(c: number): void {
    if (c === CLOSE_LIST) return this.close();
    if (c === COMMA) return this.skipComma();
    if (this.skipEllipsis(c)) return;
    this.afterComma = false;
    this.readValue(c);
  }

  private readValue(c: number): void {
    if (c === OPEN_OBJECT || c === OPEN_LIST) {
      this.stack.push(c === OPEN_OBJECT ? {} : []);
      this.keys.push(undefined);
      this.state = c === OPEN_OBJECT ? "key" : "element";
      this.afterComma = false;
      this.scan.at += 1;
      return;
    }
    if (CLOSING_OF.has(c))
      return this.give(this.scan.readString(c, Array.isArray(this.stack.at(-1)) ? "element" : "member"));
    if (this.state === "value" && (c === COMMA || c === CLOSE_OBJECT)) {
      this.note("value_missing", this.scan.at);
      this.state = "after";
      return;
    }
    this.give(this.readWord());
  }

  private readAfter(c: number): void {
    const inObject = !Array.isArray(this.stack.at(-1));
    if (c === COMMA) {
      this.scan.at += 1;
      this.afterComma = true;
      this.state = inObject ? "key" : "element";
    } else if (c === (inObject ? CLOSE_OBJECT : CLOSE_LIST)) {
      this.close();
    } else if (inObject ? this.scan.looksLikeKey(this.scan.at) : c === OPEN_OBJECT || c === QUOTE) {
      this.note("comma_inserted", this.scan.at);
      this.state = inObject ? "key" : "element";
    } else {
      throw new Unreadable(this.scan.at);
    }
  }

  private skipComma(): void {
    this.note("extra_comma_removed", this.scan.at);
    this.scan.at += 1;
  }

  private skipEllipsis(c: number): boolean {
    const dots = c === 0x2e && this.scan.text.startsWith("...", this.scan.at) ? 3 : c === 0x2026 ? 1 : 0;
    if (dots === 0) return false;
    this.note("ellipsis_removed", this.scan.at);
    this.scan.at += dots;
    return true;
  }

  private close(): void {
    if (this.afterComma) this.note("trailing_comma_removed", this.scan.at);
    this.afterComma = false;
    this.scan.at += 1;
    const value = this.stack.pop();
    this.keys.pop();
    this.give(value);
  }

  /** Adds a complete value to its container. */
  private give(value: unknown): void {
    const container = this.stack.at(-1);
    this.state = "after";
    if (container === undefined) {
      this.root = value;
      this.done = true;
    } else if (Array.isArray(container)) {
      container.push(value);
    } else {
      const key = this.keys.at(-1) ?? "";
      if (Object.hasOwn(container, key)) this.duplicates.add(this.path(), container[key], value);
      setOwn(container, key, value);
    }
  }

  private path(): string {
    return pathOf(this.stack.map((each, at) => (Array.isArray(each) ? each.length : (this.keys[at] ?? ""))));
  }

  private readBareKey(): string {
    const from = this.scan.at;
    const word = this.scan.readRun();
    if (!BARE_WORD.test(word)) throw new Unreadable(from);
    this.note("key_quoted", from);
    return word;
  }

  private readWord(): unknown {
    const from = this.scan.at;
    const word = this.scan.readRun();
    // A number or word at the very end may be incomplete.
    if (this.scan.at >= this.scan.text.length) throw new Ended();
    if (NUMBER.test(word)) {
      if (/[.eE]/.test(word)) this.noteDecimal(word);
      return Number(word);
    }
    if (LITERALS.has(word)) return LITERALS.get(word);
    if (FOREIGN_LITERALS.has(word)) {
      this.note("literal_replaced", from);
      return FOREIGN_LITERALS.get(word);
    }
    const c = this.scan.next();
    const ends = c === COMMA || c === CLOSE_OBJECT || c === CLOSE_LIST;
    if (!ends || !/^[A-Za-z0-9_$+.-]+$/.test(word)) throw new Unreadable(from);
    this.note("value_quoted", from);
    return word;
  }

  /** The current index in the top-level `findings`. */
  private findingIndex(): number | undefined {
    const list = this.stack[1];
    return this.keys[0] === "findings" && Array.isArray(list) && !Array.isArray(this.stack[0])
      ? list.length
      : undefined;
  }

  private note(code: RepairCode, offset: number): void {
    const position = this.findingIndex();
    const inList = position !== undefined && this.stack.length === 2;
    const index = inList || position === undefined || position >= MAX_FINDINGS ? undefined : position;
    if (
      this.latest?.code === code &&
      this.latest.index === index &&
      (this.latest.inList === true) === inList
    ) {
      this.latest.count += 1;
      return;
    }
    const key = `${code} ${index ?? ""}${inList ? "list" : ""}`;
    const known = this.repairs.get(key);
    this.latest = known ?? {
      code,
      offset,
      count: 0,
      ...defined({ index }),
      ...(inList ? { inList } : {}),
    };
    this.latest.count += 1;
    if (known === undefined) this.repairs.set(key, this.latest);
  }

  private noteDecimal(source: string): void {
    const index = this.findingIndex();
    const field = this.keys.at(-1);
    if (index !== undefined && index < MAX_FINDINGS && field !== undefined && this.stack.length === 3) {
      this.decimals.push({ index, field, source });
    }
  }

  /** Skips a broken element of `findings`; false if there is no way to resume. */
  private skipBroken(at: number): boolean {
    const index = this.findingIndex();
    const list = this.stack[1];
    if (index === undefined || !Array.isArray(list)) return false;
    const inElement = this.stack.length > 2;
    const resume = inElement ? endOfElement(this.scan.text, at) : nextElement(this.scan.text, at);
    if (inElement) {
      this.loseElement(list, index, resume === undefined ? "cut_off" : "broken");
    } else {
      this.note("text_removed", at);
    }
    this.stack.length = 2;
    this.keys.length = 2;
    this.keys[1] = undefined;
    this.afterComma = false;
    this.scan.at = resume ?? this.scan.text.length;
    this.state = inElement ? "after" : "element";
    return true;
  }

  private loseElement(list: unknown[], index: number, cause: LostElement["cause"]): void {
    const partial = this.stack[2];
    list.push(undefined);
    if (index >= MAX_FINDINGS) return;
    this.lost.set(index, {
      cause,
      partial: partial === undefined || Array.isArray(partial) ? undefined : partial,
    });
  }

  private closeAfterEnd(): TolerantReading {
    const root = this.stack[0];
    if (root === undefined || Array.isArray(root)) return { ok: false, at: this.scan.text.length };
    this.root = root;
    const index = this.findingIndex();
    const list = this.stack[1];
    if (index !== undefined && Array.isArray(list)) {
      // A list that ends before an element has lost nothing that we know of.
      if (this.stack.length > 2 || this.isInsideElement()) this.loseElement(list, index, "cut_off");
      if (Object.hasOwn(root, "findings")) this.duplicates.add("findings", root["findings"], list);
      setOwn(root, "findings", list);
      return this.reading(true, "findings");
    }
    const waiting = this.state === "after" && this.stack.length === 1 ? undefined : this.keys[0];
    return this.reading(true, waiting !== undefined && !Object.hasOwn(root, waiting) ? waiting : undefined);
  }

  private isInsideElement(): boolean {
    return this.state === "element" && this.scan.skipBlank(this.scan.at, false) < this.scan.text.length;
  }

  private reading(cutOff: boolean, lostField: string | undefined): TolerantReading {
    return {
      ok: true,
      value: this.root,
      end: cutOff ? this.scan.text.length : this.scan.at,
      cutOff,
      lostField,
      lost: this.lost,
      repairs: [...this.repairs.values()],
      decimals: this.decimals,
      duplicates: this.duplicates,
    };
  }
}

/** Plain assignment would set the object's prototype for `__proto__`. */
function setOwn(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === "__proto__") {
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    target[key] = value;
  }
}
