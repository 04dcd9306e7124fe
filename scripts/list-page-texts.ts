// Prints every text of the web app with its file and line, so that somebody can read all of them in one go.
import { globSync, readFileSync } from "node:fs";
import { parseSync, Visitor } from "oxc-parser";

/** Attributes whose values people see or hear. */
const SHOWN = new Set([
  "aria-label",
  "title",
  "placeholder",
  "label",
  "help",
  "note",
  "standfirst",
  "heading",
  "alt",
]);
const SPACE = /\s+/g;

for (const file of globSync("web/src/**/*.{ts,tsx}").toSorted()) {
  if (/\.test\.ts$|\/contract\.ts$/.test(file)) continue;
  const source = readFileSync(file, "utf8");
  const lineOf = (at: number): number => source.slice(0, at).split("\n").length;
  const tell = (text: string, at: number): void => {
    const shown = text.replaceAll(SPACE, " ").trim();
    if (/\p{L}{2}/u.test(shown)) console.log(`${file}:${lineOf(at)}\t${shown}`);
  };
  new Visitor({
    JSXText: ({ value, start }) => tell(value, start),
    JSXAttribute: ({ name, value, start }) => {
      if (name.type === "JSXIdentifier" && SHOWN.has(name.name) && value?.type === "Literal")
        tell(value.value, start);
    },
    Literal: ({ value, start }) => {
      // A text for people has a space between words and no class names, paths or code.
      if (
        typeof value === "string" &&
        /\p{L} \p{L}/u.test(value) &&
        !/[a-z]-\[|(?:^| )(?:text|flex|grid|max|min|border|bg|px|py|mt|mb)-/.test(value)
      )
        tell(value, start);
    },
    TemplateLiteral: ({ quasis, start }) => {
      const text = quasis.map(({ value }) => value.raw).join("…");
      if (
        /\p{L} \p{L}|… \p{L}{2}/u.test(text) &&
        !/(?:^| )(?:text|flex|grid|max|min|border|bg|px|py|mt|mb)-/.test(text)
      )
        tell(text, start);
    },
  }).visit(parseSync(file, source).program);
}
