/** The tensors of a safetensors file, each turned into 32-bit numbers when it is asked for. */
export interface Safetensors {
  readonly names: readonly string[];
  read(name: string): Float32Array;
}

interface Entry {
  readonly dtype: string;
  readonly data_offsets: readonly [number, number];
}

export function openSafetensors(bytes: Uint8Array): Safetensors {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = 8 + Number(view.getBigUint64(0, true));
  const { __metadata__: _, ...entries } = JSON.parse(
    Buffer.from(bytes.subarray(8, start)).toString(),
  ) as Record<string, Entry>;
  return {
    names: Object.keys(entries),
    read: (name) => {
      const entry = entries[name];
      if (entry === undefined) throw new Error(`the tensor ${name} is missing`);
      const [from, to] = entry.data_offsets;
      // A copy, because numbers must stand at a multiple of their size.
      const part = new Uint8Array(bytes.subarray(start + from, start + to));
      if (entry.dtype === "F32") return new Float32Array(part.buffer);
      if (entry.dtype === "F16") return widen(new Uint16Array(part.buffer));
      throw new Error(`the tensor ${name} is ${entry.dtype}; expected F16 or F32`);
    },
  };
}

const widen = (halves: Uint16Array): Float32Array => Float32Array.from(halves, (half) => WIDE[half]!);

/** The value of each of the 65,536 half-precision numbers. */
const WIDE = Float32Array.from({ length: 65_536 }, (_, half) => {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >> 10) & 31;
  const fraction = half & 1023;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : Number.NaN;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
});
