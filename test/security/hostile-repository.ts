import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, openSync, closeSync, rmSync, truncateSync } from "node:fs";
import { dirname, join } from "node:path";
import { KNOWN_FILES, KNOWN_FOLDERS, link, plantSpool, plantStore, put } from "./hostile-files.ts";
import { NOWHERE, plantSettings } from "./hostile-settings.ts";
import { makeOutsideFolder, markOf, type OutsideFolder } from "./outside-folder.ts";

/** A clone of a repository that somebody hostile wrote, and what lies beside it. */
export interface HostileRepository {
  readonly kind: HostileKind;
  readonly clone: string;
  /** Folders in the clone in which a user may work, the clone itself first. */
  readonly folders: readonly string[];
  readonly outside: OutsideFolder;
  /** Settings under which git itself is safe to use here. */
  readonly git: (...args: readonly string[]) => string;
}

type Build = (at: { readonly root: string; readonly outside: string; readonly address: string }) => unknown;

interface Hostile {
  readonly about: string;
  /** Files that are committed. */
  readonly commit: Build;
  /** What only an unpacked archive can hold, put into the clone. */
  readonly unpack?: Build;
  readonly folders?: readonly string[];
}

const inOutside = ({ root, outside }: { readonly root: string; readonly outside: string }) => ({
  file: (name: string, target: string): void => link(root, name, join(outside, target)),
});

/** One repository cannot hold all tricks at once: a file is a link or a store. */
const KINDS = {
  links: {
    about: "every file and folder that Emend knows is a link out of the clone",
    commit: (at) => {
      for (const [name, target] of Object.entries({ ...KNOWN_FILES, ...KNOWN_FOLDERS }))
        if (name !== ".emend/spool/bad") inOutside(at).file(name, target);
    },
  },
  "links-below": {
    about: "folders are real, and links lie in them",
    commit: (at) => {
      inOutside(at).file(".emend/spool/bad", "old");
      put(at.root, `.emend/spool/1763204400000-${"0".repeat(32)}.json`, "no entry");
      inOutside(at).file(".emend/hook/0000000000000000000000000000000a.json", "notes.txt");
      inOutside(at).file(".emend/emend.db-wal", "new-wal");
      inOutside(at).file(".emend/ledger/.gitignore", "notes.txt");
    },
  },
  "linked-home": {
    about: ".emend itself is a link out of the clone",
    commit: (at) => {
      inOutside(at).file(".emend", "old");
      inOutside(at).file(".emend-demo", "old");
    },
  },
  planted: {
    about: "a store, a spool, a log and a ledger are committed",
    commit: async ({ root }) => {
      await plantStore(root);
      plantSpool(root);
      put(root, ".emend/hook.log", "2026-11-15T11:00:00.000Z planted a line\n");
      put(root, ".emend/init.json", '{"schema": 1, "files": []}\n');
      put(root, ".emend/catalogue-vectors.json", '{"model": "x", "centres": {}}\n');
      put(root, ".emend/ledger/rules/active/a.yaml", "text: planted\n");
    },
  },
  hidden: {
    about: "a committed store that the index hides: skip-worktree and assume-unchanged",
    commit: ({ root }) => plantStore(root),
    unpack: ({ root }) => {
      execFileSync("git", ["-C", root, "update-index", "--skip-worktree", ".emend/emend.db"]);
      execFileSync("git", ["-C", root, "update-index", "--assume-unchanged", ".emend/emend.db"]);
    },
  },
  submodule: {
    about: ".emend is a submodule, whose own repository tracks the store",
    commit: async ({ root }) => {
      const inner = `${root}-inner`;
      await plantStore(inner, "emend.db");
      plantSpool(inner, "spool");
      commitAll(inner);
      git(root, "submodule", "--quiet", "add", inner, ".emend");
    },
  },
  nested: {
    about: "a repository in the repository, whose .emend the outer one tracks",
    commit: async ({ root }) => {
      await plantStore(join(root, "inner"));
      plantSpool(join(root, "inner"));
      put(root, "inner/src/a.ts", "export {};\n");
    },
    unpack: ({ root }) => git(join(root, "inner"), "init", "--quiet"),
    folders: ["inner", "inner/src"],
  },
  worktree: {
    about: "a linked worktree of a repository that tracks a store",
    commit: async ({ root }) => {
      await plantStore(root);
      plantSpool(root);
    },
    unpack: ({ root }) => git(root, "worktree", "add", "--quiet", "-b", "other", join(root, "tree")),
    folders: ["tree"],
  },
  fifos: {
    about: "a pipe stands for every file, and whoever reads it waits for ever",
    commit: ({ root }) => put(root, "README.md", "hello\n"),
    unpack: ({ root }) => {
      for (const name of [...Object.keys(KNOWN_FILES), ".emend/spool", ".emend/hook", ".emend/ledger"]) {
        mkdirSync(dirname(join(root, name)), { recursive: true });
        rmSync(join(root, name), { force: true });
        execFileSync("mkfifo", [join(root, name)]);
      }
    },
  },
  folders: {
    about: "a folder stands for every file, and a file for every folder",
    commit: ({ root }) => {
      for (const name of Object.keys(KNOWN_FILES)) put(root, `${name}/file.txt`, "hello\n");
      for (const name of Object.keys(KNOWN_FOLDERS))
        if (name !== ".emend/spool/bad") put(root, name, "hello\n");
    },
  },
  huge: {
    about: "files are as large as a disk, without taking room on it",
    commit: ({ root }) => put(root, "README.md", "hello\n"),
    unpack: ({ root }) => {
      for (const name of Object.keys(KNOWN_FILES)) {
        put(root, name, "");
        truncateSync(join(root, name), 8 * 1024 ** 3);
      }
    },
  },
  redirect: {
    about: "settings send keys and words to an address of the stranger's",
    commit: ({ root, address }) => plantSettings(root, "redirect", { address }),
  },
  "secret-files": {
    about: "settings name files outside the clone as keys, directly and by links",
    commit: ({ root, address, outside }) => plantSettings(root, "secret-files", { address, outside }),
  },
  "brought-in": {
    about: "settings bring in gate packs, a catalogue, a ledger and a store from outside the clone",
    commit: ({ root, address, outside }) => plantSettings(root, "brought-in", { address, outside }),
  },
} as const satisfies Readonly<Record<string, Hostile>>;

export type HostileKind = keyof typeof KINDS;
export const HOSTILE_KINDS = Object.keys(KINDS) as readonly HostileKind[];

/** Writes a hostile repository with real git, clones it into `folder`, and adds what an archive could hold besides. */
export async function makeHostileRepository(
  folder: string,
  kind: HostileKind = "links",
  /** Where settings of the repository send to; nobody is there unless a test listens. */
  address = NOWHERE,
): Promise<HostileRepository> {
  const outside = makeOutsideFolder(join(folder, "outside"));
  const [origin, clone] = [join(folder, "origin"), join(folder, "clone")];
  const trick: Hostile = KINDS[kind];
  mkdirSync(origin, { recursive: true });
  git(origin, "init", "--quiet");
  await trick.commit({ root: origin, outside: outside.path, address });
  commonFiles(origin);
  commitAll(origin);
  git(folder, "clone", "--quiet", "--recurse-submodules", origin, clone);
  await trick.unpack?.({ root: clone, outside: outside.path, address });
  shipSettings(clone, outside.path);
  return {
    kind,
    clone,
    folders: [clone, join(clone, "src"), ...(trick.folders ?? []).map((name) => join(clone, name))],
    outside,
    git: (...args) => git(clone, ...args),
  };
}

const SAFE = [
  "core.fsmonitor=false",
  "core.hooksPath=/dev/null",
  "core.pager=cat",
  "protocol.file.allow=always",
];
const NAME = ["user.name=Mallory", "user.email=mallory@evil.example", "commit.gpgSign=false"];

function git(folder: string, ...args: readonly string[]): string {
  const settings = [...SAFE, ...NAME].flatMap((setting) => ["-c", setting]);
  return execFileSync("git", ["-C", folder, ...settings, ...args], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
}

function commitAll(folder: string): void {
  git(folder, "init", "--quiet");
  git(folder, "add", "--force", "--all");
  git(folder, "commit", "--quiet", "--no-verify", "-m", "hello");
}

/** In every kind: attributes that name filters, and file names that a terminal would act on. */
function commonFiles(root: string): void {
  put(root, ".gitattributes", "* filter=evil diff=evil merge=evil\n");
  put(root, "src/a.ts", "export const a = 1;\n");
  put(root, "src/\u001b[2J\u0007evil.ts", "export const b = 1;\n");
  put(root, "src/\u202Efdp.ts", "export const c = 1;\n");
  put(root, "src/new\nline.ts", "export const d = 1;\n");
  put(root, "src/--exec=touch.ts", "export const e = 1;\n");
}

/** Settings and hooks of the repository's own, which only an unpacked archive brings; each leaves a mark when it is run. */
function shipSettings(clone: string, outside: string): void {
  const settings: Readonly<Record<string, string>> = {
    "core.fsmonitor": "fsmonitor",
    "core.pager": "pager",
    "core.editor": "editor",
    "core.sshCommand": "ssh",
    "core.askPass": "askpass",
    "core.alternateRefsCommand": "alternates",
    "diff.external": "diff-external",
    "diff.evil.command": "diff-command",
    "diff.evil.textconv": "diff-textconv",
    "filter.evil.clean": "filter-clean",
    "filter.evil.smudge": "filter-smudge",
    "filter.evil.process": "filter-process",
    "gpg.program": "gpg",
    "credential.helper": "credential",
    "alias.diff": "alias-diff",
    "alias.rev-parse": "alias-rev-parse",
    "alias.ls-files": "alias-ls-files",
  };
  for (const [key, name] of Object.entries(settings)) {
    const command = markOf(outside, name);
    git(
      clone,
      "config",
      key,
      key.startsWith("alias.") || key === "credential.helper" ? `!${command}` : command,
    );
  }
  git(clone, "config", "user.name", "The repository's own name");
  const hooks = join(clone, ".git", "hooks");
  mkdirSync(hooks, { recursive: true });
  for (const hook of [
    "post-index-change",
    "pre-commit",
    "post-checkout",
    "reference-transaction",
    "pre-push",
  ]) {
    const file = join(hooks, hook);
    closeSync(openSync(file, "w"));
    put(hooks, hook, `#!/bin/sh\n${markOf(outside, `hook-${hook}`)}\n`);
    chmodSync(file, 0o755);
  }
}
