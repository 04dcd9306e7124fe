// npm run measure:package              what each part of the package weighs, and its limit
// npm run measure:package -- --start   also how long `npx ./emend-X.tgz` takes, with an empty npm cache and again
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { measureParts } from "./measure/package-parts.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const npm = (args: readonly string[], cwd = root): string =>
  execFileSync("npm", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

const work = mkdtempSync(join(tmpdir(), "emend-measure-"));
try {
  const [packed] = JSON.parse(
    npm(["pack", "--ignore-scripts", "--json", "--pack-destination", work]),
  ) as readonly Packed[];
  const { filename, size, unpackedSize, files } = packed!;
  console.table(
    measureParts(root, files).map(({ part, files: count, packedKib, unpackedKib, mostKib, needed }) => ({
      part,
      files: count,
      "packed KiB": packedKib,
      "limit KiB": mostKib,
      "unpacked KiB": unpackedKib,
      "needed by": needed,
    })),
  );
  console.log(
    `${filename}: ${(size / 1e6).toFixed(1)} MB packed, ${(unpackedSize / 1e6).toFixed(1)} MB unpacked, ${files.length} files`,
  );
  if (process.argv.includes("--start")) {
    for (const cache of ["an empty", "a filled"]) {
      const started = performance.now();
      npm(
        [
          "exec",
          "--yes",
          "--cache",
          join(work, "cache"),
          "--package",
          join(work, filename),
          "--",
          "emend",
          "--help",
        ],
        work,
      );
      console.log(`npx with ${cache} cache: ${((performance.now() - started) / 1_000).toFixed(1)} s`);
    }
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
