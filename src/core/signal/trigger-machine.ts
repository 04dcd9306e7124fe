const FLAG = 0x40000000;
const STATE = FLAG - 1;

/**
 * Finds which of many literals a line holds, in one pass whatever their number: an Aho-Corasick automaton with every
 * transition worked out beforehand. Letters are compared without case.
 */
export class TriggerMachine {
  /** The column of each character in the table; characters of no literal share column 0. */
  private readonly columns: Uint8Array;
  private readonly table: Int32Array;
  private readonly width: number;
  /** By state: the owners of the literals that end there, as two sets of up to 31 bits. */
  private readonly lowOf: Int32Array;
  private readonly highOf: Int32Array;
  private low = 0;
  private high = 0;

  /** `literals[n]` are the lower-case literals of owner `n`; at most 62 owners. */
  constructor(literals: readonly (readonly string[])[]) {
    if (literals.length > 62) throw new RangeError("at most 62 owners of triggers fit into two sets of bits");
    this.columns = columnsOf(literals.flat());
    this.width = Math.max(...this.columns) + 1;
    const trie = buildTrie(literals, this.columns, this.width);
    this.table = trie.table;
    this.lowOf = trie.low;
    this.highOf = trie.high;
  }

  /** Reads one stretch of a text; `found` then tells whose literals stand in it. */
  match(text: string, start: number, end: number): boolean {
    const { columns, table, width } = this;
    let state = 0;
    let low = 0;
    let high = 0;
    for (let i = start; i < end; i += 1) {
      const next = table[state + columns[text.charCodeAt(i)]!]!;
      state = next & STATE;
      if (next >= FLAG) {
        const node = state / width;
        low |= this.lowOf[node]!;
        high |= this.highOf[node]!;
      }
    }
    this.low = low;
    this.high = high;
    return (low | high) !== 0;
  }

  /** Did the last match find a literal of this owner? */
  found(owner: number): boolean {
    return owner < 31 ? (this.low & (1 << owner)) !== 0 : (this.high & (1 << (owner - 31))) !== 0;
  }
}

function columnsOf(literals: readonly string[]): Uint8Array {
  const columns = new Uint8Array(65_536);
  let next = 1;
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
  readonly low: Int32Array;
  readonly high: Int32Array;
}

function buildTrie(literals: readonly (readonly string[])[], columns: Uint8Array, width: number): Trie {
  const most = literals.flat().reduce((sum, literal) => sum + literal.length, 1);
  const child = new Int32Array(most * width);
  const low = new Int32Array(most);
  const high = new Int32Array(most);
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
      if (owner < 31) low[node]! |= 1 << owner;
      else high[node]! |= 1 << (owner - 31);
    }
  });
  return { table: closeTransitions(child, low, high, count, width), low, high };
}

/** Breadth first, each missing transition is taken over from the longest suffix that has it. */
function closeTransitions(
  child: Int32Array,
  low: Int32Array,
  high: Int32Array,
  count: number,
  width: number,
): Int32Array {
  const suffix = new Int32Array(count);
  const queue: number[] = [];
  for (let column = 0; column < width; column += 1) if (child[column] !== 0) queue.push(child[column]!);
  for (let head = 0; head < queue.length; head += 1) {
    const node = queue[head]!;
    const fallback = suffix[node]!;
    low[node]! |= low[fallback]!;
    high[node]! |= high[fallback]!;
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
  const table = new Int32Array(count * width);
  for (let at = 0; at < table.length; at += 1) {
    const node = child[at]!;
    table[at] = node * width + ((low[node]! | high[node]!) === 0 ? 0 : FLAG);
  }
  return table;
}
