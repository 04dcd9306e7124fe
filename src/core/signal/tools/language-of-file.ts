import EXTENSIONS from "./file-extensions.json" with { type: "json" };

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
