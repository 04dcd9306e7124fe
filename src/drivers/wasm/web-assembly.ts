/** The part of WebAssembly that is used here. Its types only come with the DOM library. */
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

/** Counted in pages of 64 KiB. Growing detaches views of the old buffer. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

export type WasmModule = object;

/** Bytes per page of memory. */
export const PAGE = 65_536;

export const { Memory, Module, Instance, instantiate } = (
  globalThis as unknown as { readonly WebAssembly: WebAssemblyParts }
).WebAssembly;
