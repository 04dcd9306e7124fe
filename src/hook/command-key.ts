const LONGEST = 300;

/**
 * What makes two calls of a shell the same command: where it was run and what became of its output do not count, so
 * that `cd web && npm test 2>&1 | tail -20` is `npm test`.
 */
export function commandKey(command: string): string {
  const line = command
    .slice(0, 4 * LONGEST)
    .replace(/\s+/g, " ")
    .trim();
  const parts = line.split(" && ");
  while (parts.length > 1 && /^(?:cd|export|source|set|pushd) /.test(parts[0]!)) parts.shift();
  const bare = parts
    .join(" && ")
    .split(/ \|{1,2} | [12&]?>{1,2}(?: |&|\/)/)[0]!
    .replace(/^(?:(?:time|sudo|exec) |[A-Za-z_]\w{0,50}=\S{0,200} )+/, "");
  return (bare === "" ? line : bare).slice(0, LONGEST).toWellFormed();
}

/** Commands that show what is there: what they print tells of no work that failed. */
const READERS: ReadonlySet<string> = new Set(
  "awk bat cat column comm cut date diff du echo env fd file find fold grep egrep head hexdump history jq less ls md5sum more nl od pwd printenv printf realpath rg sed sha256sum sleep sort stat tail tee tr tree uniq wc which whoami xargs xxd yq zcat".split(
    " ",
  ),
);
const GIT_READERS: ReadonlySet<string> = new Set(
  "blame branch config describe diff grep log ls-files reflog remote rev-parse shortlog show stash status tag".split(
    " ",
  ),
);

/** Whether everything that a command line runs only shows something. */
export function onlyReads(command: string): boolean {
  const steps = command
    .slice(0, 4_000)
    .split(/&&|\|\|?|;|\n/)
    .map((step) => step.trim())
    .filter((step) => step !== "");
  return steps.length > 0 && steps.every(reads);
}

/**
 * Whether exit code 0 says that all of a command line went well. It does not after `npm test | tail -20`, `npm test || true`
 * or `npm test; echo done`, where it is another command's.
 */
export function zeroIsSuccess(command: string): boolean {
  const bare = command.slice(0, 4_000).replaceAll(/'[^']{0,2000}'|"(?:[^"\\]|\\.){0,2000}"|\\./g, "x");
  return !/[;\n]|\|\||(?<!&)&\s*$/.test(bare.trim()) && (!bare.includes("|") || bare.includes("pipefail"));
}

function reads(step: string): boolean {
  const words = step.split(/\s+/, 12).filter((word) => !/^[A-Za-z_]\w{0,50}=/.test(word));
  const [name = "", ...rest] = words;
  if (name === "cd" || name === "export" || name.startsWith("#")) return true;
  if (name === "git") {
    const at = rest[0] === "-C" || rest[0] === "-c" ? 2 : 0;
    return GIT_READERS.has(rest.slice(at).find((word) => !word.startsWith("-")) ?? "");
  }
  return READERS.has(name.slice(name.lastIndexOf("/") + 1));
}
