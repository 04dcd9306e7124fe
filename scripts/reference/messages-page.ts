import { PROBLEMS } from "../../src/http/problem-codes.ts";
import { findMessages, type Message } from "./find-messages.ts";
import { code, opening, table } from "./markdown.ts";

/** Every code that users can meet, once, with its messages and what to do about each. */
export function messagesPage(): string {
  const messages = findMessages("src").filter(isWorded);
  const codes = [...new Set([...messages.map((each) => each.code), ...Object.keys(PROBLEMS)])].toSorted();
  return [
    ...opening("Messages", "the messages in `src`"),
    "Every error, warning and diagnostic has a code. Codes are stable, so that scripts can rely on them; the wording is not. The",
    "command line prints the code in brackets behind the message and the hint on the next line, `--json` and `--jsonl` answer it",
    "as `code`, and the API as `code` of a problem document with the status shown here. `<…>` stands for what is filled in.",
    "",
    ...table(
      ["code", "message", "what to do"],
      codes.map((each) =>
        row(
          each,
          messages.filter((message) => message.code === each),
        ),
      ),
    ),
  ]
    .join("\n")
    .replace(/\n+$/, "\n");
}

/** Text that comes wholly from elsewhere is listed where it is written. */
const isWorded = ({ text }: Message): boolean => text.replaceAll(/<[^>]*>|\W/g, "") !== "";

function row(name: string, messages: readonly Message[]): readonly string[] {
  const problem = Object.hasOwn(PROBLEMS, name) ? PROBLEMS[name as keyof typeof PROBLEMS] : undefined;
  return [
    `${code(name)}${problem === undefined ? "" : ` (HTTP ${problem.status})`}`,
    lines([...(problem === undefined ? [] : [problem.title]), ...messages.map(({ text }) => text)]),
    lines(messages.flatMap(({ hint }) => (hint === undefined ? [] : [hint]))),
  ];
}

/** In a table's cell, `<name>` would be read as HTML. */
const lines = (texts: readonly string[]): string =>
  [...new Set(texts)].map((text) => text.replaceAll("<", "&lt;").replaceAll("\n", " ")).join("<br>");
