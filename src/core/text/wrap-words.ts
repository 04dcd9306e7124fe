import { columnsOf, cutColumns } from "./visible-name.ts";

/** A text in lines of at most so many columns, broken between words; a longer word is cut. */
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
