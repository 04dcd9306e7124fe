import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  type Document,
  type YAMLMap,
} from "yaml";
import { findKey, SECTIONS, CONFIG_KEYS } from "./config-keys.ts";
import { type ConfigProblem, type RawSetting, parseFileReference } from "./raw-setting.ts";
import { nearestTag } from "../core/gate/gate.ts";

const MOST_ALIASES = 8;
const MOST_SHOWN = 60;

export interface ConfigText {
  readonly text: string;
  /** The file's name in messages. */
  readonly name: string;
  /** Its folder. */
  readonly base: string;
}

/** Parses a settings file. Never throws, and messages never contain values. */
export function parseConfigYaml({ text, name, base }: ConfigText): {
  readonly rawSettings: readonly RawSetting[];
  readonly problems: readonly ConfigProblem[];
} {
  const lines = new LineCounter();
  const rawSettings: RawSetting[] = [];
  const problems: ConfigProblem[] = [];
  const at = (offset: number | undefined): string =>
    offset === undefined ? name : `${name}:${lines.linePos(offset).line}`;
  const report = (code: ConfigProblem["code"], offset: number | undefined, message: string): void =>
    void problems.push({ code, source: at(offset), message });

  const document = parse(text, lines);
  if (document === undefined) {
    report("config_syntax", undefined, "it is nested too deeply");
    return { rawSettings, problems };
  }
  // The parser only warns about an unknown tag and guesses its value.
  const complaints = [...document.errors, ...document.warnings];
  for (const { code, pos } of complaints) {
    // The parser's own messages quote the text, which may be a secret.
    report("config_syntax", pos[0], COMPLAINTS[code] ?? "this is not valid YAML");
  }
  if (complaints.length > 0) return { rawSettings, problems };

  let aliases = 0;
  const follow = (node: unknown): unknown => {
    if (!isAlias(node)) return node;
    aliases += 1;
    const target = aliases > MOST_ALIASES ? undefined : node.resolve(document);
    if (aliases === MOST_ALIASES + 1) {
      report("config_syntax", node.range?.[0], `expected at most ${MOST_ALIASES} aliases`);
    } else if (target === undefined && aliases <= MOST_ALIASES) {
      report("config_syntax", node.range?.[0], COMPLAINTS["BAD_ALIAS"]!);
    }
    return target;
  };

  const walk = (map: YAMLMap, section: string): void => {
    const seen = new Set<string>();
    for (const pair of map.items) {
      const offset = isScalar(pair.key) ? pair.key.range?.[0] : map.range?.[0];
      if (!isScalar(pair.key) || typeof pair.key.value !== "string") {
        report("unknown_key", offset, "expected the name of a key");
        continue;
      }
      const word = pair.key.value;
      const full = section === "" ? word : `${section}.${word}`;
      const { key, inFile } = keyOf(full, word);
      const target = key?.name ?? full;
      if (seen.has(target)) {
        report("duplicate_key", offset, `${target.slice(0, MOST_SHOWN)} is set twice; remove one of them`);
        continue;
      }
      seen.add(target);
      const node = follow(pair.value);
      if (node === undefined) continue;
      if (key !== undefined) {
        const value = plain(node, follow);
        const file = key.secret === undefined || inFile ? undefined : parseFileReference(value);
        rawSettings.push({
          key,
          value: file ?? value,
          source: at(offset),
          base,
          asText: false,
          inFile: inFile || file !== undefined,
        });
      } else if (section === "" && SECTIONS.includes(word)) {
        if (isMap(node)) walk(node, word);
        else if (!isEmpty(node)) report("invalid_value", offset, `${word}: expected a group of keys`);
      } else {
        report(
          "unknown_key",
          offset,
          `there is no key ${full.slice(0, MOST_SHOWN)}; ${suggestKey(section, word)}`,
        );
      }
    }
  };

  const top = document.contents;
  if (isMap(top)) walk(top, "");
  else if (!isEmpty(top)) {
    report("config_syntax", 0, "expected keys with values, such as `store: .emend/emend.db`");
  }
  return { rawSettings, problems };
}

function parse(text: string, lineCounter: LineCounter): Document | undefined {
  try {
    return parseDocument(text, {
      version: "1.2",
      schema: "core",
      strict: true,
      // Checked here in one pass. The parser compares every pair of keys.
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: "error",
      resolveKnownTags: false,
      lineCounter,
    });
  } catch {
    // Nesting deeper than the stack.
    return undefined;
  }
}

/** Finds a key by its name, or as `…_file` if it can be read from a file. */
function keyOf(full: string, word: string) {
  if (word.includes(".")) return { key: undefined, inFile: false };
  const key = findKey(full);
  if (key !== undefined) return { key, inFile: false };
  const inner = full.endsWith("_file") ? findKey(full.slice(0, -"_file".length)) : undefined;
  return { key: inner?.secret === undefined ? undefined : inner, inFile: true };
}

const isEmpty = (node: unknown): boolean =>
  node === null || node === undefined || (isScalar(node) && node.value === null);

/** A node's plain value. What no key accepts becomes an empty object. */
function plain(node: unknown, follow: (node: unknown) => unknown): unknown {
  if (isScalar(node)) return node.value;
  if (!isSeq(node)) return node === null || node === undefined ? null : {};
  return node.items.map((item) => {
    const inner = follow(item);
    return isScalar(inner) ? inner.value : {};
  });
}

const COMPLAINTS: Readonly<Record<string, string>> = {
  BAD_ALIAS: "this alias has no anchor; a value that starts with * needs quotes",
  BAD_DQ_ESCAPE: "this escape is unknown; write a backslash in quotes as \\\\",
  BAD_INDENT: "the indentation does not match the lines above",
  BAD_SCALAR_START: "a value cannot start with this character; put it in quotes",
  BLOCK_AS_IMPLICIT_KEY: "expected a key here, found a value; check the indentation and colons",
  MISSING_CHAR: "a colon, a quote or a bracket is missing",
  MULTILINE_IMPLICIT_KEY: "this line lacks a colon after its key",
  MULTIPLE_DOCS: "expected one document; remove the line with ---",
  TAB_AS_INDENT: "this line is indented with a tab; use spaces",
  TAG_RESOLVE_FAILED: "tags are not supported; a value that starts with ! needs quotes",
  UNEXPECTED_TOKEN: "unexpected content; check quotes and indentation",
};

/** Advice about an unknown key, as the end of a sentence. */
function suggestKey(section: string, word: string): string {
  if (findKey(word)?.name.includes(".") === true) {
    const [above, below] = word.split(".");
    return `write \`${below}\` on a line of its own, indented below \`${above}:\``;
  }
  const meant = suggestedKey(section, word);
  return meant === undefined ? "`emend config schema` lists them all" : `did you mean ${meant}?`;
}

/** The same word in another section, otherwise a similar key in this section, otherwise any similar key. */
function suggestedKey(section: string, word: string): string | undefined {
  const elsewhere = CONFIG_KEYS.find(({ name }) => name.split(".")[1] === word);
  if (elsewhere !== undefined) return elsewhere.name;
  const prefix = section === "" ? "" : `${section}.`;
  const neighbours =
    section === ""
      ? [...CONFIG_KEYS.map(({ name }) => name).filter((name) => !name.includes(".")), ...SECTIONS]
      : CONFIG_KEYS.flatMap(({ name }) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []));
  const near = nearestTag(word, neighbours);
  if (near !== undefined) return `${prefix}${near}`;
  const leaves = CONFIG_KEYS.map(({ name }) => name.slice(name.indexOf(".") + 1));
  const leaf = nearestTag(word, leaves);
  return leaf === undefined ? undefined : CONFIG_KEYS[leaves.indexOf(leaf)]!.name;
}
