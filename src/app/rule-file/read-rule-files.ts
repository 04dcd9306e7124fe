import { type RuleFormat, formatOfPath, RULE_FORMATS } from "../../core/rule-file/formats.ts";
import { importsOf } from "../../core/rule-file/imports-of.ts";
import { parseRuleFile, type RuleFile } from "../../core/rule-file/parse-rule-file.ts";
import type { ProjectFiles } from "../../ports/project-files.ts";
import type { SourceFiles } from "../../ports/source-files.ts";

export interface ReadRuleFilesPorts {
  readonly source: Pick<SourceFiles, "root" | "list" | "read">;
  readonly project: Pick<ProjectFiles, "read">;
}

/** Something about a file that people have to know, but that is no fault of a rule. */
export interface RuleFileNotice {
  readonly code: "not_read" | "same_file" | "import_outside" | "too_many";
  readonly path: string;
  readonly message: string;
}

export interface ReadRuleFiles {
  readonly files: readonly RuleFile[];
  /** Every file of the project that git does not ignore. */
  readonly all: readonly string[];
  readonly notices: readonly RuleFileNotice[];
}

const MAX_FILES = 2_000;
const MAX_CHARACTERS = 1_000_000;
/** How far imports are followed, as Claude Code does. */
const MAX_HOPS = 4;

/**
 * The files that agents read as instructions, with what they import: all of the project, or those at the paths that are named. A
 * file that is named is read whatever it is called. Nothing outside of the project is read, whatever an import or a link says.
 */
export const readRuleFiles =
  ({ source, project }: ReadRuleFilesPorts) =>
  async (paths: readonly string[] = []): Promise<ReadRuleFiles> => {
    const all = await source.list([source.root]);
    const found = new Map<string, RuleFile>();
    const places = new Map<string, string>();
    const notices: RuleFileNotice[] = [];
    const wanted =
      paths.length === 0
        ? all.flatMap((path) => withFormat(path, formatOfPath(path)))
        : await namedFiles(source, paths);
    const read = async (path: string, format: RuleFormat): Promise<RuleFile | undefined> => {
      if (found.size >= MAX_FILES) return undefined;
      const file = await project.read(path).catch((error: unknown) => {
        notices.push({
          code: "not_read",
          path,
          message: error instanceof Error ? error.message : "it could not be read",
        });
        return undefined;
      });
      if (file === undefined) return undefined;
      const same = places.get(file.place);
      if (same !== undefined) {
        if (same !== path)
          notices.push({
            code: "same_file",
            path,
            message: `it is the same file as ${same}, which is read once`,
          });
        return undefined;
      }
      places.set(file.place, path);
      if (file.text.length > MAX_CHARACTERS) {
        notices.push({
          code: "not_read",
          path,
          message: `it has more than ${MAX_CHARACTERS.toLocaleString("en-US")} characters, more than any agent reads`,
        });
        return undefined;
      }
      const parsed = parseRuleFile(file.text, { path, format });
      found.set(path, parsed);
      return parsed;
    };
    // Plain files come first, so that a link to one of them is the notice.
    for (const { path, format } of wanted) await read(path, format);
    if (wanted.length > MAX_FILES)
      notices.push({ code: "too_many", path: "", message: `only the first ${MAX_FILES} files were read` });
    await readImports([...found.values()], new Set(all), { read, notices });
    return { files: [...found.values()], all, notices };
  };

const withFormat = (path: string, format: RuleFormat | undefined) =>
  format === undefined ? [] : [{ path, format }];

async function namedFiles(source: Pick<SourceFiles, "list">, paths: readonly string[]) {
  const named = [];
  for (const path of paths) {
    const below = await source.list([path]);
    const [only] = below;
    const isFile = below.length === 1 && only!.split("/").at(-1) === path.split(/[/\\]/).at(-1);
    for (const each of below)
      named.push(...withFormat(each, formatOfPath(each) ?? (isFile ? RULE_FORMATS.markdown : undefined)));
  }
  return named;
}

interface ImportReading {
  readonly read: (path: string, format: RuleFormat) => Promise<RuleFile | undefined>;
  readonly notices: RuleFileNotice[];
}

async function readImports(
  files: readonly RuleFile[],
  all: ReadonlySet<string>,
  { read, notices }: ImportReading,
): Promise<void> {
  let from = files;
  for (let hop = 0; hop < MAX_HOPS && from.length > 0; hop += 1) {
    const next: RuleFile[] = [];
    for (const file of from)
      for (const { target, path } of importsOf(file)) {
        if (path === undefined)
          notices.push({
            code: "import_outside",
            path: file.path,
            message: `it imports ${target}, which is not in this repository: it is personal or missing for others, and was not read`,
          });
        else if (all.has(path) && formatOfPath(path) === undefined) {
          const imported = await read(path, file.format);
          if (imported !== undefined) next.push(imported);
        }
      }
    from = next;
  }
}
