import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { MAX_PACK_BYTES, PACK_FILE } from "../../core/rule-pack/rule-pack.ts";
import { type FetchedPack, PackError, type RulePacks } from "../../ports/rule-packs.ts";
import { readRegular } from "../files/read-regular.ts";
import { decodePack } from "./decode-pack.ts";
import { readPackTarball } from "./read-pack-tarball.ts";
import { tooLarge } from "./run-bounded.ts";

interface RulePacksOptions {
  /** Paths are relative to it. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Packs in folders and tarballs on this machine, in git repositories and in npm registries. */
export const openRulePacks = ({ cwd, env }: RulePacksOptions): RulePacks => ({
  fetch: async (source) => {
    switch (source.kind) {
      case "path":
        return { text: await readPath(resolve(cwd, source.path), source.path), resolved: source };
      case "git": {
        const { fetchGitPack } = await import("./fetch-git-pack.ts");
        return inPrivateFolder((folder) => fetchGitPack(source, folder, env));
      }
      case "npm": {
        const { fetchNpmPack } = await import("./fetch-npm-pack.ts");
        return inPrivateFolder((folder) => fetchNpmPack(source, folder, env));
      }
    }
  },
});

/** The folder is the user's choice, so its own path may have links; the pack's file may not be one. */
async function readPath(path: string, place: string): Promise<string> {
  if (/\.(?:tgz|tar\.gz)$/.test(path)) return readPackTarball(path, place);
  const bytes = readRegular(join(path, PACK_FILE), { most: MAX_PACK_BYTES });
  if (bytes === "missing")
    throw new PackError(
      "pack_not_found",
      `${place} has no ${PACK_FILE}; check the path, or make one with \`emend packs create\``,
    );
  if (bytes === "too_large") throw tooLarge(place, MAX_PACK_BYTES);
  if (typeof bytes === "string")
    throw new PackError(
      "pack_unreadable",
      `${place}: ${PACK_FILE} is a link or cannot be read; expected a file`,
    );
  return decodePack(place, bytes.length, () => bytes);
}

async function inPrivateFolder(work: (folder: string) => Promise<FetchedPack>): Promise<FetchedPack> {
  const folder = await mkdtemp(join(tmpdir(), "emend-pack-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
