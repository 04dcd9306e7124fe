import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fieldOf, parseJson } from "../../core/json/json.ts";
import { type NpmSource, packSourceText } from "../../core/rule-pack/pack-source.ts";
import { packVersionSchema } from "../../core/rule/pack-origin.ts";
import { type FetchedPack, PackError } from "../../ports/rule-packs.ts";
import { readPackTarball } from "./read-pack-tarball.ts";
import { runBounded } from "./run-bounded.ts";

/**
 * Downloads a package with the user's own npm and reads one file of it. It is not installed, its scripts do not run,
 * and npm checks the tarball against the registry's hash.
 */
export async function fetchNpmPack(
  source: NpmSource,
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<FetchedPack> {
  const place = packSourceText(source);
  // Makes this folder npm's project, so that no .npmrc above it counts, and none of a clone.
  writeFileSync(join(folder, "package.json"), "{}\n");
  const printed = await runBounded({
    program: "npm",
    args: [
      "pack",
      "--json",
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      "--no-update-notifier",
      "--loglevel=error",
      "--",
      `${source.name}${source.range === undefined ? "" : `@${source.range}`}`,
    ],
    folder,
    env,
    place,
  });
  const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz"));
  const [about] = Object.values(parseJson(printed.toString("utf8")) ?? {}) as readonly unknown[];
  const version = fieldOf(about, "version");
  if (tarball === undefined || !packVersionSchema.safeParse(version).success)
    throw new PackError(
      "pack_unreadable",
      `${place}: npm downloaded no package with a version; check the name`,
    );
  return {
    text: await readPackTarball(join(folder, tarball), place),
    resolved: { kind: "npm", name: source.name, range: String(version) },
  };
}
