import { DOCUMENT_LINES } from "../../test/documents/document-lines.ts";
import { opening, table } from "./markdown.ts";

const DOCUMENTS: Readonly<Record<string, string>> = {
  "000": "Actionable feedback",
  "001": "Hearing failures and refining prompts",
  "002": "Rejections that agents can read",
  "003": "Learning from decisions",
  "004": "The reviewer's answer",
};

/** Every line of the five founding documents: where to see it, and the tests that hold it. */
export function acceptancePage(): string {
  return [
    ...opening("What the founding documents ask", "test/documents"),
    "Emend grew from five documents. This page lists every line they ask for, where you can see it at work, and the tests",
    "that hold it; each of those tests begins with the number of its line. `npm run walk` tries all of them on the built",
    "command and server with inputs of its own, and `npm run walk -- 003.5` tries one.",
    "",
    ...Object.entries(DOCUMENTS).flatMap(([document, title]) => [
      `## ${document}: ${title}`,
      "",
      ...table(
        ["line", "asks", "see it", "held by"],
        DOCUMENT_LINES.filter(({ line }) => line.startsWith(`${document}.`)).map(
          ({ line, asks, see, held }) => [
            line,
            asks,
            see.map((place) => `\`${place}\``).join("<br>"),
            held.map((file) => `[${file.split("/").at(-1)}](../${file})`).join("<br>"),
          ],
        ),
      ),
    ]),
  ]
    .join("\n")
    .replace(/\n+$/, "\n");
}
