import { readFileSync } from "node:fs";

/** The objects of a .jsonl file, or nothing where one of them is not what is asked for. */
export function readRows<Row>(
  file: string,
  isRow: (row: Partial<Row>) => row is Row,
): readonly Row[] | undefined {
  const rows = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as Partial<Row>);
  return rows.length > 0 && rows.every(isRow) ? rows : undefined;
}
