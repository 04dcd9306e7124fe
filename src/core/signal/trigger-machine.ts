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
    this.columns = columnsOf(literals.flat());
    this.width = this.columns.reduce((most, column) => Math.max(most, column), LINE_FEED_COLUMN) + 1;
    this.words = Math.ceil(literals.length / 32);
    this.seen = new Int32Array(this.words);
    const trie = buildTrie(literals, this.columns, this.width, this.words);
    this.table = trie.table;
    this.ownersOf = trie.owners;
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

function columnsOf(literals: readonly string[]): Uint8Array {
  const columns = new Uint8Array(65_536);
  columns[LINE_FEED] = LINE_FEED_COLUMN;
  let next = LINE_FEED_COLUMN + 1;
  for (const literal of literals) {
    for (let i = 0; i < literal.length; i += 1) {
      const c = literal.charCodeAt(i);
      if (columns[c] !== 0) continue;
      columns[c] = next;
      if (c >= 0x61 && c <= 0x7a) columns[c - 0x20] = next;
      next += 1;
    }
  }
  return columns;
}

interface Trie {
  readonly table: Int32Array;
  readonly owners: Int32Array;
}

function buildTrie(
  literals: readonly (readonly string[])[],
  columns: Uint8Array,
  width: number,
  words: number,
): Trie {
  const most = literals.flat().reduce((sum, literal) => sum + literal.length, 1);
  const child = new Int32Array(most * width);
  const owners = new Int32Array(most * words);
  let count = 1;
  literals.forEach((owned, owner) => {
    for (const literal of owned) {
      let node = 0;
      for (let i = 0; i < literal.length; i += 1) {
        const at = node * width + columns[literal.charCodeAt(i)]!;
        if (child[at] === 0) {
          child[at] = count;
          count += 1;
        }
        node = child[at]!;
      }
      owners[node * words + (owner >> 5)]! |= 1 << (owner & 31);
    }
  });
  return closeTransitions(child, owners, count, width);
}

/** Breadth first, missing transitions are copied from the longest suffix that has them. */
function closeTransitions(child: Int32Array, owners: Int32Array, count: number, width: number): Trie {
  const words = (owners.length * width) / child.length;
  const suffix = new Int32Array(count);
  const queue: number[] = [];
  for (let column = 0; column < width; column += 1) if (child[column] !== 0) queue.push(child[column]!);
  for (let head = 0; head < queue.length; head += 1) {
    const node = queue[head]!;
    const fallback = suffix[node]!;
    for (let word = 0; word < words; word += 1) {
      owners[node * words + word]! |= owners[fallback * words + word]!;
    }
    for (let column = 0; column < width; column += 1) {
      const at = node * width + column;
      const inherited = child[fallback * width + column]!;
      if (child[at] === 0) child[at] = inherited;
      else {
        suffix[child[at]!] = inherited;
        queue.push(child[at]!);
      }
    }
  }
  return inOrder([0, ...queue], child, owners, width);
}

/** Orders states by depth. Most characters only touch the first few hundred, which then share cache lines. */
function inOrder(order: readonly number[], child: Int32Array, owners: Int32Array, width: number): Trie {
  const words = (owners.length * width) / child.length;
  const entry = new Int32Array(order.length);
  const ordered = new Int32Array(order.length * words);
  for (const [place, node] of order.entries()) {
    const own = owners.subarray(node * words, (node + 1) * words);
    ordered.set(own, place * words);
    entry[node] = place * width + (own.some((bits) => bits !== 0) ? FLAG : 0);
  }
  const table = new Int32Array(order.length * width);
  for (const [place, node] of order.entries()) {
    for (let column = 0; column < width; column += 1)
      table[place * width + column] = entry[child[node * width + column]!]!;
    table[place * width + LINE_FEED_COLUMN] = LINE_END;
  }
  return { table, owners: ordered };
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
