const FLAG = 0x40000000;
const STATE = FLAG - 1;
/** The state after a line feed, which is in no literal and has its own column. */
const LINE_END = FLAG;
const LINE_FEED = 10;
const LINE_FEED_COLUMN = 1;
/** Only the first literals of a line are part of its shape. */
const MOST_TOLD_APART = 12;

/**
 * Finds which of many literals a line contains in one pass: an Aho-Corasick automaton with a full transition table,
 * case-insensitive.
 */
export class TriggerMachine {
  /** The table column of each character; characters in no literal share column 0. */
  private readonly columns: Uint8Array;
  private readonly table: Int32Array;
  private readonly width: number;
  /** Per state, the owners of the literals that end there, as a bit set of `words` 32-bit words. */
  private readonly ownersOf: Int32Array;
  private readonly words: number;
  /** The owners that the last match found. */
  private readonly seen: Int32Array;
  /** The last line, the number of literals in it, and their hash. */
  private text = "";
  private start = 0;
  private end = 0;
  private count = 0;
  private literals = 0;
  private isCollected = false;
  private readonly zeros = new ZeroFinder();

  /** `literals[n]` are the lower-case literals of owner `n`. */
  constructor(literals: readonly (readonly string[])[]) {
    const { columns, width } = columnsOf(literals);
    this.columns = columns;
    this.width = width;
    this.words = Math.ceil(literals.length / 32);
    this.seen = new Int32Array(this.words);
    const { table, owners } = closeTransitions(buildTrie(literals, columns, this.words), width, this.words);
    this.table = table;
    this.ownersOf = owners;
  }

  /**
   * Reads a line up to `limit` and returns where it ends. Afterwards `holdsAny` says whether it contains a literal, and
   * `found` whose.
   */
  matchLine(text: string, start: number, limit: number): number {
    const { columns, table } = this;
    let count = 0;
    let state = 0;
    let literals = 0;
    let at = start;
    for (; at < limit; at += 1) {
      const next = table[state + columns[text.charCodeAt(at)]!]!;
      state = next & STATE;
      // The hot path: no writes to fields here.
      if (next >= FLAG) {
        if (next === LINE_END) break;
        count += 1;
        if (count <= MOST_TOLD_APART)
          literals = (Math.imul(literals, 31) + 2 * state + ((text.charCodeAt(at) >> 5) & 1)) | 0;
      }
    }
    this.count = count;
    this.literals = literals;
    this.isCollected = false;
    this.text = text;
    this.start = start;
    this.end = at;
    return at;
  }

  get holdsAny(): boolean {
    return this.count > 0;
  }

  /**
   * A hash of the last line's shape: the kinds of characters at its start and end, its literals in order and in which
   * case, and its counts of zero.
   */
  shape(): number {
    const { text, start, end, zeros } = this;
    const shape = shapeOf(text, start, end, this.literals);
    return (Math.imul(shape, 31) + countsOfNone(zeros, text, start, end)) | 0;
  }

  /** Whether the last line contains a literal of this owner. */
  found(owner: number): boolean {
    if (!this.isCollected) this.collect();
    return (this.seen[owner >> 5]! & (1 << (owner & 31))) !== 0;
  }

  private collect(): void {
    const { columns, table, seen, width, words, ownersOf, text, end } = this;
    seen.fill(0);
    let state = 0;
    for (let at = this.start; at < end; at += 1) {
      const next = table[state + columns[text.charCodeAt(at)]!]!;
      state = next & STATE;
      if (next < FLAG) continue;
      const node = (state / width) * words;
      for (let word = 0; word < words; word += 1) seen[word]! |= ownersOf[node + word]!;
    }
    this.isCollected = true;
  }
}

interface Columns {
  readonly columns: Uint8Array;
  readonly width: number;
}

function columnsOf(literals: readonly (readonly string[])[]): Columns {
  const columns = new Uint8Array(65_536);
  columns[LINE_FEED] = LINE_FEED_COLUMN;
  let width = LINE_FEED_COLUMN + 1;
  for (const owned of literals)
    for (const literal of owned)
      for (let i = 0; i < literal.length; i += 1) {
        const c = literal.charCodeAt(i);
        if (columns[c] !== 0) continue;
        columns[c] = width;
        if (c >= 0x61 && c <= 0x7a) columns[c - 0x20] = width;
        width += 1;
      }
  return { columns, width };
}

/** A trie whose nodes list their children; node 0 is the root. */
interface Trie {
  readonly size: number;
  readonly firstChild: Int32Array;
  readonly sibling: Int32Array;
  readonly column: Uint8Array;
  readonly owners: Int32Array;
}

function buildTrie(literals: readonly (readonly string[])[], columns: Uint8Array, words: number): Trie {
  let most = 1;
  for (const owned of literals) for (const literal of owned) most += literal.length;
  const firstChild = new Int32Array(most);
  const sibling = new Int32Array(most);
  const column = new Uint8Array(most);
  const owners = new Int32Array(most * words);
  let size = 1;
  for (let owner = 0; owner < literals.length; owner += 1)
    for (const literal of literals[owner]!) {
      let node = 0;
      for (let i = 0; i < literal.length; i += 1) {
        const wanted = columns[literal.charCodeAt(i)]!;
        let child = firstChild[node]!;
        while (child !== 0 && column[child] !== wanted) child = sibling[child]!;
        if (child === 0) {
          child = size;
          size += 1;
          column[child] = wanted;
          sibling[child] = firstChild[node]!;
          firstChild[node] = child;
        }
        node = child;
      }
      owners[node * words + (owner >> 5)]! |= 1 << (owner & 31);
    }
  return { size, firstChild, sibling, column, owners };
}

interface Transitions {
  readonly table: Int32Array;
  readonly owners: Int32Array;
}

/**
 * Numbers the states breadth first: most characters only touch the first few hundred, which then share cache lines. A
 * state starts with the transitions of its longest suffix, which is complete by then, and adds its own. Runs at every
 * start of the command, before the loops are optimised, hence the copying of whole rows.
 */
function closeTransitions(trie: Trie, width: number, words: number): Transitions {
  const { size, firstChild, sibling, column } = trie;
  const table = new Int32Array(size * width);
  const owners = new Int32Array(size * words);
  const node = new Int32Array(size);
  const suffix = new Int32Array(size);
  table[LINE_FEED_COLUMN] = LINE_END;
  let count = 1;
  for (let state = 0; state < count; state += 1) {
    const row = state * width;
    if (state > 0) table.copyWithin(row, suffix[state]! * width, (suffix[state]! + 1) * width);
    for (let child = firstChild[node[state]!]!; child !== 0; child = sibling[child]!) {
      const at = row + column[child]!;
      const fallback = (table[at]! & STATE) / width;
      let isEnd = false;
      for (let word = 0; word < words; word += 1) {
        const owned = trie.owners[child * words + word]! | owners[fallback * words + word]!;
        owners[count * words + word] = owned;
        if (owned !== 0) isEnd = true;
      }
      table[at] = count * width + (isEnd ? FLAG : 0);
      node[count] = child;
      suffix[count] = fallback;
      count += 1;
    }
  }
  return { table, owners };
}

/** Kinds of characters. A run of one kind counts once, so that names and numbers of any length have the same shape. */
const KINDS = [
  "abcdefghijklmnopqrstuvwxyz_-./\\",
  "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
  "0123456789",
  " \t",
  ":",
  "()[]{}<>",
  "\"'`",
  "=,;|",
] as const;
const OTHER = KINDS.length + 1;
const BEYOND_ASCII = OTHER + 1;

/** Most tools can be told by the start of their lines. */
const START = 12;

const KIND_OF = Uint8Array.from({ length: 128 }, (_, code) => {
  const at = KINDS.findIndex((characters) => characters.includes(String.fromCharCode(code)));
  return at < 0 ? OTHER : at + 1;
});

const kindOf = (code: number): number => (code < 128 ? KIND_OF[code]! : BEYOND_ASCII);

/** Hashes a line's shape, ignoring names and numbers. */
function shapeOf(text: string, start: number, end: number, seed: number): number {
  let shape = seed;
  if (end > start) shape = (Math.imul(shape, 31) + kindOf(text.charCodeAt(end - 1))) | 0;
  let kind = 0;
  for (let at = start, stop = Math.min(end, start + START); at < stop; at += 1) {
    const next = kindOf(text.charCodeAt(at));
    if (next !== kind) shape = (Math.imul(shape, 31) + next) | 0;
    kind = next;
  }
  return shape;
}

const SPACE = 0x20;
const EQUALS = 0x3d;
const COMMA = 0x2c;

/** Finds zeros. It remembers the next one, so that a text is searched once and not for every line. */
class ZeroFinder {
  private text = "";
  private from = 0;
  private at = 0;

  next(text: string, from: number): number {
    if (this.text === text && this.from <= from && from <= this.at) return this.at;
    const found = text.indexOf("0", from);
    this.text = text;
    this.from = from;
    this.at = found < 0 ? text.length : found;
    return this.at;
  }
}

/**
 * How often a line counts zero of something, as in `0 failed`. Shapes ignore numbers, but zero means the opposite of any
 * other number.
 */
function countsOfNone(zeros: ZeroFinder, text: string, start: number, end: number): number {
  let count = 0;
  for (let at = zeros.next(text, start); at < end; at = zeros.next(text, at + 1)) {
    const before = at === start ? SPACE : text.charCodeAt(at - 1);
    const after = at + 1 === end ? SPACE : text.charCodeAt(at + 1);
    if ((before === SPACE || before === EQUALS) && (after === SPACE || after === COMMA)) count += 1;
  }
  return count;
}
