import { columnsOf, cutColumns } from "./visible-name.ts";

/** Wraps text to so many columns between words; a longer word is split. */
export function wrapWords(text: string, columns: number, ellipsis: string): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ").filter((part) => part !== "")) {
    const joined = line === "" ? word : `${line} ${word}`;
    if (columnsOf(joined) <= columns) line = joined;
    else {
      if (line !== "") lines.push(line);
      line = cutColumns(word, columns, ellipsis);
    }
  }
  return line === "" ? lines : [...lines, line];
}
