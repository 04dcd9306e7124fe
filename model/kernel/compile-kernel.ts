// Compiles kernel.ts; run by itself, it writes the bytes that the engine is made of.
import { readFileSync, writeFileSync } from "node:fs";
import { main } from "assemblyscript/asc";

const SOURCE = new URL("kernel.ts", import.meta.url);
const TARGET = new URL("../../src/drivers/embedding/kernel-bytes.ts", import.meta.url);

const OPTIONS = [
  "kernel.ts",
  "--outFile=kernel.wasm",
  "-O3",
  "--noAssert",
  "--runtime=stub",
  "--importMemory",
  "--noExportMemory",
  "--enable=simd",
  "--use=abort=",
];

/** The same source gives the same bytes; the compiler's version is pinned for that. */
export async function compileKernel(): Promise<Uint8Array> {
  let bytes: Uint8Array | undefined;
  const { error } = await main(OPTIONS, {
    readFile: (name) => (name === "kernel.ts" ? readFileSync(SOURCE, "utf8") : null),
    writeFile: (name, contents) => {
      if (name === "kernel.wasm" && typeof contents !== "string") bytes = contents;
    },
    listFiles: () => [],
  });
  if (error !== null || bytes === undefined)
    throw new Error("the kernel does not compile; run asc on it to see why", { cause: error });
  return bytes;
}

if (import.meta.main) {
  const text = Buffer.from(await compileKernel()).toString("base64");
  const lines = text.match(/.{1,100}/g) ?? [];
  writeFileSync(
    TARGET,
    [
      "// Made by model/kernel/compile-kernel.ts from model/kernel/kernel.ts; a test compares.",
      "export const KERNEL_BYTES: string = [",
      ...lines.map((line) => `  "${line}",`),
      '].join("");',
      "",
    ].join("\n"),
  );
}
