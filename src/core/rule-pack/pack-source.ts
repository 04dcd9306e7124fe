import { fail, ok, type Result } from "../result.ts";
import { packNameSchema } from "../rule/pack-origin.ts";

/** Where a pack is read from. */
export type PackSource =
  /** A folder, or a tarball that `npm pack` made. */
  { readonly kind: "path"; readonly path: string } | GitSource | NpmSource;

export interface GitSource {
  readonly kind: "git";
  readonly url: string;
  /** A tag, a branch or a commit; the default branch without one. */
  readonly ref?: string;
  /** A folder in the repository; empty for its root. */
  readonly path: string;
}

export interface NpmSource {
  readonly kind: "npm";
  readonly name: string;
  /** A version, a range or a tag. */
  readonly range?: string;
}

interface SourceProblem {
  readonly code: "invalid_source";
  readonly message: string;
}

const MAX_SOURCE = 1_000;
const GIT_PROTOCOLS: ReadonlySet<string> = new Set(["https:", "ssh:", "file:"]);

const refuse = (message: string): Result<never, SourceProblem> => fail({ code: "invalid_source", message });

/** Reads a source as people write it. */
export function parsePackSource(text: string): Result<PackSource, SourceProblem> {
  if (text.trim() === "" || text.length > MAX_SOURCE || /\p{Cc}/u.test(text))
    return refuse("expected a folder, a tarball, npm:NAME, github:OWNER/NAME or git+https://…");
  if (text.startsWith("npm:")) return parseNpm(text.slice(4));
  if (text.startsWith("github:")) return parseGithub(text.slice(7));
  if (text.startsWith("git+")) return parseGit(text.slice(4));
  if (/^[a-z][a-z0-9+.-]{1,20}:/i.test(text))
    return refuse("expected npm:, github:, git+https:, git+ssh: or git+file:, or a path such as ./rules");
  return ok({ kind: "path", path: text });
}

function parseNpm(spec: string): Result<PackSource, SourceProblem> {
  const at = spec.indexOf("@", 1);
  const name = at === -1 ? spec : spec.slice(0, at);
  const range = at === -1 ? undefined : spec.slice(at + 1);
  // A range may not name another place, as `npm pack` would allow.
  if (!packNameSchema.safeParse(name).success || (range !== undefined && !NPM_RANGE.test(range)))
    return refuse("expected a package such as npm:@acme/rules or npm:@acme/rules@^1");
  return ok({ kind: "npm", name, ...(range === undefined ? {} : { range }) });
}

const NPM_RANGE = /^[A-Za-z0-9.^~<>=*| -]{1,100}$/;

function parseGithub(spec: string): Result<PackSource, SourceProblem> {
  const [place, fragment] = splitFragment(spec);
  const { owner, name } =
    /^(?<owner>[A-Za-z0-9-]{1,39})\/(?<name>[A-Za-z0-9._-]{1,100})$/.exec(place)?.groups ?? {};
  if (owner === undefined || name === undefined)
    return refuse("expected a repository such as github:acme/rules or github:acme/rules#v1.2");
  return withFragment(`https://github.com/${owner}/${name.replace(/\.git$/, "")}.git`, fragment);
}

function parseGit(spec: string): Result<PackSource, SourceProblem> {
  const [place, fragment] = splitFragment(spec);
  const url = URL.canParse(place) ? new URL(place) : undefined;
  if (url === undefined || !GIT_PROTOCOLS.has(url.protocol))
    return refuse("expected git+https://…, git+ssh://… or git+file:///…");
  // It would be kept in the lock file, where everybody reads it.
  if (url.password !== "" || (url.protocol === "https:" && url.username !== ""))
    return refuse("leave the password out of the address; git finds it where you keep it");
  if (url.hostname.startsWith("-")) return refuse("expected the name of a host");
  return withFragment(place, fragment);
}

const splitFragment = (spec: string): readonly [string, string | undefined] => {
  const at = spec.indexOf("#");
  return at === -1 ? [spec, undefined] : [spec.slice(0, at), spec.slice(at + 1)];
};

/** `#v1.2`, `#v1.2:folder` or `#:folder`. */
function withFragment(url: string, fragment = ""): Result<PackSource, SourceProblem> {
  const colon = fragment.indexOf(":");
  const ref = colon === -1 ? fragment : fragment.slice(0, colon);
  const path = colon === -1 ? "" : fragment.slice(colon + 1).replace(/\/$/, "");
  if (ref !== "" && (!/^[\w@+][\w.@+/-]{0,199}$/.test(ref) || /\.\.|@\{|\/\/|\/$|\.lock$/.test(ref)))
    return refuse("expected a tag, a branch or a commit after #, such as #v1.2");
  const isPlain = path.split("/").every((part) => /^[\w@+. -]{1,100}$/.test(part) && !/^\.{1,2}$/.test(part));
  if (path !== "" && !isPlain)
    return refuse("expected a folder of the repository after :, such as #v1.2:rules");
  return ok({ kind: "git", url, path, ...(ref === "" ? {} : { ref }) });
}

/** The source as people write it. */
export function packSourceText(source: PackSource): string {
  if (source.kind === "path") return source.path;
  if (source.kind === "npm")
    return `npm:${source.name}${source.range === undefined ? "" : `@${source.range}`}`;
  const fragment = `${source.ref ?? ""}${source.path === "" ? "" : `:${source.path}`}`;
  return `git+${source.url}${fragment === "" ? "" : `#${fragment}`}`;
}

/** The same for all versions of a pack that come from one place. */
export function packPlace(source: PackSource): string {
  if (source.kind === "git") return packSourceText({ kind: "git", url: source.url, path: source.path });
  return source.kind === "npm" ? `npm:${source.name}` : source.path;
}
