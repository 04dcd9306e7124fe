/** What is used of WebAssembly, whose types come with those of browsers only. */
interface WebAssemblyParts {
  readonly Memory: new (size: { readonly initial: number; readonly maximum?: number }) => WasmMemory;
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => WasmModule;
  readonly Instance: new (
    module: WasmModule,
    imports: Readonly<Record<string, Readonly<Record<string, WasmMemory>>>>,
  ) => { readonly exports: object };
  /** Compiles in the background. */
  readonly instantiate: (
    bytes: Uint8Array,
    imports: Readonly<Record<string, Readonly<Record<string, WasmMemory>>>>,
  ) => Promise<{ readonly instance: { readonly exports: object } }>;
}

/** Counted in pages of 64 KiB; growing makes views of the old buffer empty. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

export type WasmModule = object;

/** Bytes of a page of memory. */
export const PAGE = 65_536;

export const { Memory, Module, Instance, instantiate } = (
  globalThis as unknown as { readonly WebAssembly: WebAssemblyParts }
).WebAssembly;
