import { readFileSync } from "node:fs";

export const readObjects = <Row>(file: string): readonly Partial<Row>[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as Partial<Row>);

/** The objects of a .jsonl file, or nothing where one of them is not what is asked for. */
export function readRows<Row>(
  file: string,
  isRow: (row: Partial<Row>) => row is Row,
): readonly Row[] | undefined {
  const rows = readObjects<Row>(file);
  return rows.length > 0 && rows.every(isRow) ? rows : undefined;
}
