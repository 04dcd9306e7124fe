/** The part of WebAssembly that is used here; the types of Node leave it out. */
interface WebAssemblyPart {
  readonly Memory: new (size: { readonly initial: number }) => WasmMemory;
  instantiate(
    bytes: Uint8Array,
    imports: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  ): Promise<{ readonly instance: { readonly exports: unknown } }>;
}

export interface WasmMemory {
  readonly buffer: ArrayBuffer;
}

export const webAssembly = (globalThis as unknown as { WebAssembly: WebAssemblyPart }).WebAssembly;
