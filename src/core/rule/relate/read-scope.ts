import { wordSet } from "../../text/word-set.ts";
import { indexPhrases, phraseAt } from "./setting.ts";
import { splitRule, type RuleWord } from "./rule-words.ts";

/** Where a rule holds, as words tell it. Two names of one dimension exclude each other. */
interface ScopeTag {
  readonly dimension: "language" | "framework" | "purpose" | "test_level" | "side" | "place" | "age";
  readonly name: string;
  /** Phrases that mean it wherever they stand. */
  readonly phrases: string;
  /** Phrases that mean it only behind `in`, `for` and the like, or in a scope that was given. */
  readonly placed?: string;
  /** The language a framework is written in. */
  readonly language?: string;
}

const language = (name: string, phrases: string, placed = ""): ScopeTag => ({
  dimension: "language",
  name,
  phrases,
  placed,
});
const framework = (name: string, owner: string, phrases: string): ScopeTag => ({
  dimension: "framework",
  name,
  phrases,
  language: owner,
});

export const SCOPE_TAGS: readonly ScopeTag[] = [
  language("python", "python, pep 8, pep8, pep 257", "py, pyi"),
  language("script", "typescript, javascript, nodejs, node js, jsx, tsx", "ts, js, mjs, node"),
  language("go", "golang, gofmt, go code, go file, goimports", "go"),
  language("c", "c code, c file, c source", "c"),
  language("rust", "rust, cargo, rustfmt, clippy", "rs"),
  language("ruby", "ruby, rubocop", "rb"),
  language("php", "php, psr 12, psr12"),
  language("java", "java", "java"),
  language("kotlin", "kotlin", "kt"),
  language("swift", "swift, swiftui, swiftlint"),
  language("csharp", "csharp, dotnet", "cs, net"),
  language("cpp", "cpp, clang format", "cpp, hpp, cc"),
  language(
    "shell",
    "bash, shell script, shell command, terminal command, zsh, powershell",
    "sh, shell, terminal",
  ),
  language("sql", "sql file", "sql, query"),
  language("yaml", "yaml, yml, github actions, gitlab ci, helm", "yaml, yml"),
  language("json", "json file", "json"),
  language("css", "css file, scss file", "css, scss, less, stylesheet"),
  language("html", "", "html, template"),
  language("markdown", "markdown file", "markdown, md"),
  language("elixir", "elixir, mix format", "ex, exs"),
  language("terraform", "terraform, hcl", "tf"),
  language("dart", "dart", "dart"),
  language("scala", "scala"),
  language("haskell", "haskell"),
  language("lua", "lua", "lua"),
  language("vim", "vimscript", "vim, neovim"),
  language("solidity", "solidity"),
  language("r", "rstats", "r"),
  language("clojure", "clojure"),
  language("dockerfile", "", "dockerfile"),
  language("xml", "xml file", "xml"),
  language("toml", "toml file", "toml"),
  language("perl", "perl"),
  language("julia", "julia"),
  language("groovy", "groovy, jenkinsfile"),
  language("zig", "zig"),
  language("ocaml", "ocaml"),
  language("erlang", "erlang"),
  language("fsharp", "fsharp"),
  language("protobuf", "protobuf", "proto"),
  language("graphql", "", "graphql"),
  language("gdscript", "gdscript, godot"),
  language("matlab", "matlab"),
  language("makefile", "", "makefile"),
  framework("react", "script", "react, react component"),
  framework("vue", "script", "vue, nuxt"),
  framework("angular", "script", "angular"),
  framework("svelte", "script", "svelte, sveltekit"),
  framework("django", "python", "django"),
  framework("fastapi", "python", "fastapi"),
  framework("flask", "python", "flask"),
  framework("rails", "ruby", "rails"),
  framework("laravel", "php", "laravel"),
  framework("phoenix", "elixir", "phoenix"),
  framework("spring", "java", "spring boot"),
  framework("flutter", "dart", "flutter"),
  {
    dimension: "purpose",
    name: "tests",
    phrases: "test code, test file only",
    placed: "test, tests, test file, spec",
  },
  {
    dimension: "purpose",
    name: "production",
    phrases: "production code, production",
    placed: "production, src, application code",
  },
  {
    dimension: "purpose",
    name: "scripts",
    phrases: "notebook, notebooks",
    placed: "script, tool, tools, cli, example, prototype",
  },
  { dimension: "test_level", name: "unit", phrases: "unit test" },
  { dimension: "test_level", name: "integration", phrases: "integration test" },
  { dimension: "test_level", name: "end-to-end", phrases: "e2e test, end to end test, e2e" },
  {
    dimension: "side",
    name: "frontend",
    phrases: "frontend, front end",
    placed: "frontend, client, ui, web, browser",
  },
  {
    dimension: "side",
    name: "backend",
    phrases: "backend, back end",
    placed: "backend, server, service, api",
  },
  { dimension: "place", name: "docs", phrases: "", placed: "readme, doc, docs, documentation" },
  { dimension: "place", name: "code", phrases: "", placed: "code, source, source code" },
  { dimension: "place", name: "commits", phrases: "", placed: "commit, commit message, commits" },
  {
    dimension: "place",
    name: "requests",
    phrases: "",
    placed: "pr, prs, pull request, pr description, pr title",
  },
  { dimension: "place", name: "interface", phrases: "ui text", placed: "ui, user interface" },
  {
    dimension: "place",
    name: "columns",
    phrases: "database column, table column",
    placed: "database, column",
  },
  {
    dimension: "age",
    name: "new",
    phrases: "new code, new migration|class|endpoint|component|module|function",
    placed: "new code, new file, new component, new module",
  },
  {
    dimension: "age",
    name: "existing",
    phrases: "existing migration|class|test|endpoint|component|module|function|javascript, legacy code",
    placed:
      "legacy, existing code, existing file, legacy component, legacy code, unchanged code, legacy module",
  },
];

/** A scope of these words alone holds everywhere. */
const EVERYWHERE = wordSet(
  "all any every everything everywhere whole entire project repo repository codebase codebas global general code cod file work the of in this",
);

/** Where a rule holds: names by dimension, and the words of a given scope that no table knows. */
export interface ScopeReading {
  readonly tags: ReadonlyMap<ScopeTag["dimension"], ReadonlySet<string>>;
  /** Stems of the scope that was given, without words that mean everywhere. */
  readonly given: ReadonlySet<string>;
  /** Those among them that no tag stands for. */
  readonly unknown: ReadonlySet<string>;
}

export type ScopeOverlap = "same" | "overlapping" | "contained" | "disjoint";

const anywhere = indexPhrases(rowsOf(({ phrases }) => phrases));
const placed = indexPhrases(rowsOf((tag) => tag.placed ?? ""));
const PLACING = wordSet("in for on inside within under of to from");
const BETWEEN = wordSet("the a all our your any new every each committed");

/** The scope that was given, completed by what the text says of dimensions it leaves open. */
export function readScope(words: readonly RuleWord[], scope: string | undefined): ScopeReading {
  const givenWords = splitScope(scope);
  const tags = new Map<ScopeTag["dimension"], Set<string>>();
  const add = ({ dimension, name }: Pick<ScopeTag, "dimension" | "name">): void => {
    tags.set(dimension, (tags.get(dimension) ?? new Set()).add(name));
  };
  const addTag = (tag: ScopeTag): void => {
    add(tag);
    if (tag.language !== undefined) add({ dimension: "language", name: tag.language });
  };
  const unknown = new Set<string>();
  for (let at = 0; at < givenWords.length; at += 1) {
    const hit = phraseAt(anywhere, givenWords, at) ?? phraseAt(placed, givenWords, at);
    const { stem } = givenWords[at]!;
    if (hit !== undefined) addTag(hit.meaning);
    else if (stem !== "" && !EVERYWHERE.has(stem)) unknown.add(stem);
    at += (hit?.length ?? 1) - 1;
  }
  const closed = new Set(tags.keys());
  for (let at = 0; at < words.length; at += 1) {
    if (isException(words[at]!)) at = endOfStatement(words, at);
    const hit =
      phraseAt(anywhere, words, at) ?? (isPlaced(words, at) ? phraseAt(placed, words, at) : undefined);
    if (hit !== undefined && !closed.has(hit.meaning.dimension)) addTag(hit.meaning);
  }
  const given = new Set(
    givenWords.map(({ stem }) => stem).filter((stem) => stem !== "" && !EVERYWHERE.has(stem)),
  );
  return { tags, given, unknown };
}

/** The words of a given scope; none when they only say that the rule holds everywhere. */
function splitScope(scope: string | undefined): readonly RuleWord[] {
  const words = splitRule(scope ?? "");
  return words.every(({ stem }) => stem === "" || EVERYWHERE.has(stem)) ? [] : words;
}

/** Scopes are disjoint when they differ in a dimension both name, or were given in words that share nothing. */
export function overlapOf(a: ScopeReading, b: ScopeReading): ScopeOverlap {
  const shared = [...a.tags].filter(([dimension]) => b.tags.has(dimension));
  for (const [dimension, names] of shared) {
    if (![...names].some((name) => b.tags.get(dimension)!.has(name))) return "disjoint";
  }
  if (a.given.size > 0 && b.given.size > 0 && shared.length === 0) {
    const foreign = (a.unknown.size > 0 && isOwnPlace(b)) || (b.unknown.size > 0 && isOwnPlace(a));
    if (foreign && ![...a.given].some((stem) => b.given.has(stem))) return "disjoint";
  }
  const wider = a.tags.size + a.given.size === 0;
  const narrower = b.tags.size + b.given.size === 0;
  if (wider !== narrower) return "contained";
  return wider || sameTags(a, b) ? "same" : "overlapping";
}

/** More than a language, in which anything may be written. */
function isOwnPlace({ tags, unknown }: ScopeReading): boolean {
  return (
    unknown.size > 0 ||
    [...tags.keys()].some((dimension) => dimension !== "language" && dimension !== "framework")
  );
}

function sameTags(a: ScopeReading, b: ScopeReading): boolean {
  const flat = ({ tags }: ScopeReading): string =>
    [...tags]
      .map(([dimension, names]) => `${dimension} ${[...names].toSorted().join(" ")}`)
      .toSorted()
      .join("\n");
  return flat(a) === flat(b);
}

function isPlaced(words: readonly RuleWord[], at: number): boolean {
  let before = at - 1;
  while (before >= at - 2 && BETWEEN.has(words[before]?.text ?? "")) before -= 1;
  return PLACING.has(words[before]?.text ?? "");
}

const isException = ({ text }: RuleWord): boolean => text === "unless" || text === "except";

function endOfStatement(words: readonly RuleWord[], at: number): number {
  let end = at;
  while (end < words.length - 1 && words[end]!.mark !== "strong") end += 1;
  return end;
}

function rowsOf(phrasesOf: (tag: ScopeTag) => string): (readonly [string, ScopeTag])[] {
  return SCOPE_TAGS.flatMap((tag) =>
    phrasesOf(tag)
      .split(",")
      .map((phrase): readonly [string, ScopeTag] => [phrase.trim(), tag])
      .filter(([phrase]) => phrase !== ""),
  );
}
