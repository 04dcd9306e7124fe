import { devNull } from "node:os";
import { PACK_FILE } from "../../core/rule-pack/rule-pack.ts";
import { type GitSource, packSourceText } from "../../core/rule-pack/pack-source.ts";
import { type FetchedPack, PackError } from "../../ports/rule-packs.ts";
import { decodePack } from "./decode-pack.ts";
import { runBounded } from "./run-bounded.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Whatever the user's settings say: no hooks, no submodules, no templates, no questions. */
const SETTINGS = [
  `core.hooksPath=${devNull}`,
  "core.fsmonitor=false",
  "core.askPass=",
  "init.templateDir=",
  "init.defaultBranch=main",
  "submodule.recurse=false",
  "fetch.recurseSubmodules=false",
  "fetch.writeCommitGraph=false",
  "transfer.fsckObjects=true",
  "transfer.bundleURI=false",
  "credential.interactive=false",
  "gc.auto=0",
  "maintenance.auto=false",
].flatMap((setting) => ["-c", setting]);

/** Legitimate to set: how to reach a remote, and where git's settings are. */
const KEPT = /^GIT_(?:SSH|SSH_COMMAND|SSH_VARIANT|CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM)|EXEC_PATH|SSL_.{1,40})$/;

const REF = "refs/emend/pack";

/**
 * Reads the pack's file of one commit, fetched into an empty bare repository. Nothing is checked out, so links,
 * attributes and filters of the repository have no effect.
 */
export async function fetchGitPack(
  source: GitSource,
  folder: string,
  env: Environment,
): Promise<FetchedPack> {
  const { url, ref, path } = source;
  const place = packSourceText(source);
  const git = (...args: readonly string[]): Promise<Buffer> =>
    runBounded({
      program: "git",
      args: [...SETTINGS, ...args],
      folder,
      env: environment(env, new URL(url).protocol.slice(0, -1)),
      place,
    });
  await git("init", "--quiet", "--bare", ".");
  await git(
    "fetch",
    "--quiet",
    "--depth=1",
    "--no-tags",
    "--no-recurse-submodules",
    "--end-of-options",
    url,
    `+${ref ?? "HEAD"}:${REF}`,
  );
  const commit = (await git("rev-parse", `${REF}^{commit}`)).toString("utf8").trim();
  const file = path === "" ? PACK_FILE : `${path}/${PACK_FILE}`;
  const [entry] = (await git("ls-tree", "-l", "-z", "--full-tree", commit, "--", file))
    .toString("utf8")
    .split("\0");
  const found = /^(?<mode>\d{6}) (?<type>\w{1,10}) (?<id>[0-9a-f]{40,64}) {1,20}(?<size>\d{1,15}|-)\t/.exec(
    entry ?? "",
  )?.groups;
  if (found === undefined)
    throw new PackError("pack_not_found", `${place} has no ${file}; check the folder after the colon`);
  if (found["type"] !== "blob" || !found["mode"]!.startsWith("100"))
    throw new PackError("pack_unreadable", `${place}: ${file} is a link or a submodule; expected a file`);
  const text = decodePack(place, Number(found["size"]), () => git("cat-file", "blob", found["id"]!));
  return { text: await text, resolved: { kind: "git", url, ref: commit, path } };
}

function environment(env: Environment, protocol: string): Environment {
  const kept = Object.entries(env).filter(
    ([name]) => !/^(?:GIT_|SSH_ASKPASS)/i.test(name) || KEPT.test(name.toUpperCase()),
  );
  return {
    ...Object.fromEntries(kept),
    LC_ALL: "C",
    GIT_TERMINAL_PROMPT: "0",
    GIT_ASKPASS: "",
    SSH_ASKPASS: "",
    SSH_ASKPASS_REQUIRE: "never",
    GIT_NO_LAZY_FETCH: "1",
    // Also for what a remote redirects to.
    GIT_ALLOW_PROTOCOL: protocol,
  };
}
