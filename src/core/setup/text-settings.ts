import { fail, ok, type Result } from "../result.ts";
import { lineEndOf } from "./line-end-of.ts";

export interface TextProblem {
  readonly code: "toml_shape" | "yaml_shape";
  readonly message: string;
}

/**
 * What to append to a TOML file for a table, such as `mcp_servers.emend`; empty if the file has it. A table may stand at
 * the end of any file unless its parent is written in another form.
 */
export function addTomlTable(
  text: string | null,
  table: string,
  values: Readonly<Record<string, string | readonly string[]>>,
): Result<string, TextProblem> {
  const parent = table.slice(0, table.lastIndexOf("."));
  const lines = (text ?? "").split("\n").map((line) => line.trim().replaceAll('"', ""));
  if (lines.some((line) => line.replaceAll(" ", "") === `[${table}]`)) return ok("");
  const isOtherForm = lines.some((line) =>
    [parent, table].some(
      (name) => line.startsWith(name) && /^[\s.=]/.test(line.slice(name.length, name.length + 1)),
    ),
  );
  if (isOtherForm || hasOpenString(text ?? "")) {
    return fail({
      code: "toml_shape",
      message: `${parent} is not written as tables such as [${table}]`,
    });
  }
  const rows = Object.entries(values).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  return ok(appended(text, [`[${table}]`, ...rows], true));
}

/** Whether a text in three quotes is not closed, so that an appended line would be part of it. */
const hasOpenString = (text: string): boolean =>
  ['"""', "'''"].some((quotes) => text.split(quotes).length % 2 === 0);

/** What to append to a YAML file so that `read` lists a file; empty if it does. */
export function addReadEntry(text: string | null, file: string): Result<string, TextProblem> {
  const lines = (text ?? "").split(/\r?\n/);
  const at = lines.findIndex((line) => /^["']?read["']?\s{0,20}:/.test(line));
  if (at === -1) {
    if (/^\s{0,20}[{[]/.test(text ?? "") || lines.some((line) => /^(?:---|\.\.\.)/.test(line))) {
      return fail({ code: "yaml_shape", message: "it is not a simple list of settings" });
    }
    return ok(appended(text, ["read:", `  - ${file}`], false));
  }
  const end = lines.findIndex((line, row) => row > at && /^[^\s#-]/.test(line));
  const value = lines.slice(at, end === -1 ? undefined : end).join("\n");
  const isListed = value.split(/[\s,[\]"':-]+/).includes(file) || value.includes(` ${file}`);
  return isListed
    ? ok("")
    : fail({ code: "yaml_shape", message: `its list \`read\` does not contain ${file}` });
}

/** Lines for the end of a file, in its own line endings, after a blank line if wanted. */
function appended(text: string | null, lines: readonly string[], isApart: boolean): string {
  const newline = lineEndOf(text ?? "");
  const isEmpty = (text ?? "").trim() === "";
  const begin = isEmpty || text?.endsWith("\n") === true ? "" : newline;
  return `${begin}${isApart && !isEmpty ? newline : ""}${lines.join(newline)}${newline}`;
}
