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
  /** By state: the owners of the literals that end there, as `words` sets of 32 bits. */
  private readonly ownersOf: Int32Array;
  private readonly words: number;
  /** The owners that the last match found. */
  private readonly seen: Int32Array;

  /** `literals[n]` are the lower-case literals of owner `n`. */
  constructor(literals: readonly (readonly string[])[]) {
    this.columns = columnsOf(literals.flat());
    this.width = Math.max(...this.columns) + 1;
    this.words = Math.ceil(literals.length / 32);
    this.seen = new Int32Array(this.words);
    const trie = buildTrie(literals, this.columns, this.width, this.words);
    this.table = trie.table;
    this.ownersOf = trie.owners;
  }

  /** Reads one stretch of a text; `found` then tells whose literals stand in it. */
  match(text: string, start: number, end: number): boolean {
    const { columns, table, width, words, ownersOf, seen } = this;
    seen.fill(0);
    let any = false;
    let state = 0;
    for (let i = start; i < end; i += 1) {
      const next = table[state + columns[text.charCodeAt(i)]!]!;
      state = next & STATE;
      if (next >= FLAG) {
        any = true;
        const node = (state / width) * words;
        for (let word = 0; word < words; word += 1) seen[word]! |= ownersOf[node + word]!;
      }
    }
    return any;
  }

  /** Did the last match find a literal of this owner? */
  found(owner: number): boolean {
    return (this.seen[owner >> 5]! & (1 << (owner & 31))) !== 0;
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
  return { table: closeTransitions(child, owners, count, width), owners };
}

/** Breadth first, each missing transition is taken over from the longest suffix that has it. */
function closeTransitions(child: Int32Array, owners: Int32Array, count: number, width: number): Int32Array {
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
  const entry = Int32Array.from({ length: count }, (_, node) => {
    const ends = owners.subarray(node * words, (node + 1) * words).some((bits) => bits !== 0);
    return node * width + (ends ? FLAG : 0);
  });
  const table = new Int32Array(count * width);
  for (let at = 0; at < table.length; at += 1) table[at] = entry[child[at]!]!;
  return table;
}
