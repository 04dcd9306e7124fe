import { Instance, Module, type WasmMemory, type WasmModule } from "./web-assembly.ts";

/** Dot products of packed vectors in one memory. Addresses and strides are in bytes. */
export interface DotKernel {
  /** Products of the vector at `query` with `count` consecutive vectors at `rows`. */
  scan(query: number, rows: number, count: number, stride: number, out: number): void;
  /** The same for vectors of signed bytes from -127 to 127. */
  scanBytes(query: number, rows: number, count: number, stride: number, out: number): void;
  /** Like `scan`, for the rows whose numbers are at `picks`. */
  gather(query: number, rows: number, picks: number, count: number, stride: number, out: number): void;
}

/** Vectors are padded with zeros to a multiple of this many bytes, which one step processes. */
export const STEP = 64;

/**
 * Uses WebAssembly's SIMD instructions, which every supported Node has: several times faster than a loop in
 * JavaScript. Assembled here, because it is too small to justify a compiler.
 */
export function createDotKernel(memory: WasmMemory): DotKernel {
  compiled ??= new Module(assemble());
  const { exports } = new Instance(compiled, { e: { m: memory } });
  return exports as DotKernel;
}

let compiled: WasmModule | undefined;

type Code = readonly number[];

const I32 = 0x7f;
const V128 = 0x7b;
const NO_RESULT = 0x40;
const EXPORTED_FUNCTION = 0x00;

const code = (...parts: readonly Code[]): Code => parts.flat();
const get = (local: number): Code => [0x20, local];
const set = (local: number): Code => [0x21, local];
const number = (value: number): Code => [0x41, ...signed(value)];
const ADD: Code = [0x6a];
const MULTIPLY: Code = [0x6c];
const LESS_THAN: Code = [0x49];
const LOAD: Code = [0x28, 2, 0];
const STORE_FLOAT: Code = [0x38, 2, 0];
const ZERO_SUM: Code = [0xfd, 0x0c, ...Array.from({ length: 16 }, () => 0)];
/** Loads sixteen bytes at an offset from an address. */
const loadPart = (address: number, offset: number): Code => code(get(address), [0xfd, 0x00, 4, offset]);
const advance = (local: number, by: Code): Code => code(get(local), by, ADD, set(local));
/** Repeats the body while it leaves a nonzero number. */
const repeat = (body: Code): Code => code([0x03, NO_RESULT], body, [0x0d, 0, 0x0b]);
const when = (condition: Code, body: Code): Code => code(condition, [0x04, NO_RESULT], body, [0x0b]);

/** Instructions for one number type. */
interface Arithmetic {
  /** Adds the products of sixteen bytes at an offset from two addresses to a sum of four lanes. */
  readonly accumulate: (sum: number, row: number, query: number, offset: number) => Code;
  readonly addSums: Code;
  readonly lane: (index: number) => Code;
  readonly addLanes: Code;
  readonly toFloat: Code;
}

const MULTIPLY_FLOATS: Code = [0xfd, 0xe6, 0x01];
const ADD_FLOATS: Code = [0xfd, 0xe4, 0x01];

const FLOATS: Arithmetic = {
  accumulate: (sum, row, query, offset) =>
    code(
      code(get(sum), loadPart(row, offset), loadPart(query, offset)),
      code(MULTIPLY_FLOATS, ADD_FLOATS, set(sum)),
    ),
  addSums: ADD_FLOATS,
  lane: (index) => [0xfd, 0x1f, index],
  addLanes: [0x92],
  toFloat: [],
};

/** Loads eight bytes, each widened to 16 bits. */
const loadWide = (address: number, offset: number): Code => code(get(address), [0xfd, 0x01, 3, offset]);
/** Multiplies 16-bit lanes and adds pairs to 32 bits. */
const MULTIPLY_PAIRS: Code = [0xfd, 0xba, 0x01];
const ADD_INTEGERS: Code = [0xfd, 0xae, 0x01];

/** Widens on load, which is free, so that one instruction multiplies and adds. */
const BYTES: Arithmetic = {
  accumulate: (sum, row, query, offset) =>
    [0, 8].flatMap((half) =>
      code(
        code(get(sum), loadWide(row, offset + half), loadWide(query, offset + half)),
        code(MULTIPLY_PAIRS, ADD_INTEGERS, set(sum)),
      ),
    ),
  addSums: ADD_INTEGERS,
  lane: (index) => [0xfd, 0x1b, index],
  addLanes: ADD,
  toFloat: [0xb2],
};

interface DotLocals {
  readonly row: number;
  readonly query: number;
  /** End of the row. */
  readonly end: number;
  /** The first of four sums. */
  readonly sums: number;
}

/** Leaves the dot product of the rows at two addresses as a float, and advances both addresses past their rows. */
function dot(kind: Arithmetic, { row, query, end, sums }: DotLocals): Code {
  const parts = [0, 1, 2, 3];
  const all = get(sums);
  return code(
    ...parts.map((part) => code(ZERO_SUM, set(sums + part))),
    repeat(
      code(
        ...parts.map((part) => kind.accumulate(sums + part, row, query, part * 16)),
        advance(query, number(STEP)),
        advance(row, number(STEP)),
        code(get(row), get(end), LESS_THAN),
      ),
    ),
    code(
      all,
      get(sums + 1),
      kind.addSums,
      get(sums + 2),
      kind.addSums,
      get(sums + 3),
      kind.addSums,
      set(sums),
    ),
    code(all, kind.lane(0), all, kind.lane(1), kind.addLanes),
    code(all, kind.lane(2), kind.addLanes, all, kind.lane(3), kind.addLanes),
    kind.toFloat,
  );
}

function scanBody(kind: Arithmetic): Code {
  const [query, rows, count, stride, out, stop, at, end, sums] = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;
  return code(
    code(get(rows), get(count), get(stride), MULTIPLY, ADD, set(stop)),
    when(
      get(count),
      repeat(
        code(
          code(get(query), set(at)),
          code(get(rows), get(stride), ADD, set(end)),
          code(get(out), dot(kind, { row: rows, query: at, end, sums }), STORE_FLOAT),
          advance(out, number(4)),
          code(get(rows), get(stop), LESS_THAN),
        ),
      ),
    ),
    [0x0b],
  );
}

function gatherBody(): Code {
  const [query, rows, picks, count, stride, out, stop, at, end, row, sums] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
  ] as const;
  return code(
    code(get(picks), get(count), number(4), MULTIPLY, ADD, set(stop)),
    when(
      get(count),
      repeat(
        code(
          code(get(query), set(at)),
          code(get(rows), get(picks), LOAD, get(stride), MULTIPLY, ADD, set(row)),
          code(get(row), get(stride), ADD, set(end)),
          code(get(out), dot(FLOATS, { row, query: at, end, sums }), STORE_FLOAT),
          advance(out, number(4)),
          advance(picks, number(4)),
          code(get(picks), get(stop), LESS_THAN),
        ),
      ),
    ),
    [0x0b],
  );
}

function assemble(): Uint8Array<ArrayBuffer> {
  const type = (parameters: number): Code => [
    0x60,
    ...list(Array.from({ length: parameters }, () => [I32])),
    0,
  ];
  const body = (integers: number, content: Code): Code => {
    const sized = [2, integers, I32, 4, V128, ...content];
    return [...unsigned(sized.length), ...sized];
  };
  const sections: readonly (readonly [id: number, entries: readonly Code[]])[] = [
    [1, [type(5), type(6)]],
    [2, [[...text("e"), ...text("m"), 0x02, 0x01, 1, ...unsigned(MAX_PAGES)]]],
    [3, [[0], [0], [1]]],
    [
      7,
      [
        [...text("scan"), EXPORTED_FUNCTION, 0],
        [...text("scanBytes"), EXPORTED_FUNCTION, 1],
        [...text("gather"), EXPORTED_FUNCTION, 2],
      ],
    ],
    [10, [body(3, scanBody(FLOATS)), body(3, scanBody(BYTES)), body(4, gatherBody())]],
  ];
  const header = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
  return new Uint8Array([
    ...header,
    ...sections.flatMap(([id, entries]) => {
      const content = list(entries);
      return [id, ...unsigned(content.length), ...content];
    }),
  ]);
}

/** The most that 32 bits can address, in pages of 64 KiB. */
export const MAX_PAGES = 65_536;

const list = (entries: readonly Code[]): Code => [...unsigned(entries.length), ...entries.flat()];
const text = (word: string): Code => [word.length, ...Buffer.from(word)];

function unsigned(value: number): Code {
  return value < 128 ? [value] : [(value % 128) + 128, ...unsigned(Math.floor(value / 128))];
}

/** Signed LEB128 for values below 2^31. */
function signed(value: number): Code {
  return value < 64 ? [value] : [(value % 128) + 128, ...signed(Math.floor(value / 128))];
}
