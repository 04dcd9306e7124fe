/** Where a rule holds, as words tell it. Two names of one dimension exclude each other. */
export interface ScopeTag {
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
export const EVERYWHERE: ReadonlySet<string> = new Set(
  "all any every everything everywhere whole entire project repo repository codebase codebas global general code cod file work the of in this".split(
    " ",
  ),
);
