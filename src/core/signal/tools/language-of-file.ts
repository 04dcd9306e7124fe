/** File extensions by language. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  c: "c h",
  "c++": "cc cpp cxx hpp",
  "c#": "cs",
  "f#": "fs",
  "visual basic": "vb",
  go: "go",
  rust: "rs",
  java: "java",
  kotlin: "kt kts",
  scala: "scala sbt",
  groovy: "groovy",
  clojure: "clj",
  python: "py pyi ipynb",
  ruby: "rb",
  php: "php",
  perl: "pl",
  lua: "lua",
  typescript: "ts tsx mts cts vue svelte",
  javascript: "js jsx mjs cjs",
  css: "css scss less",
  swift: "swift",
  "objective-c": "m mm",
  dart: "dart",
  elixir: "ex exs",
  erlang: "erl",
  haskell: "hs",
  ocaml: "ml mli",
  elm: "elm",
  zig: "zig",
  nim: "nim",
  solidity: "sol",
  protobuf: "proto",
  shell: "sh bash",
  sql: "sql",
  terraform: "tf",
  r: "r",
  fortran: "f90",
};

const LANGUAGES: ReadonlyMap<string, string> = new Map(
  Object.entries(EXTENSIONS).flatMap(([language, extensions]) =>
    extensions.split(" ").map((extension) => [extension, language] as const),
  ),
);

/** The language of a file by its extension. */
export function languageOfFile(file: string): string | undefined {
  const dot = file.lastIndexOf(".");
  return dot < 0 ? undefined : LANGUAGES.get(file.slice(dot + 1).toLowerCase());
}
