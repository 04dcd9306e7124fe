import { placeFolder } from "../mistake/nearness.ts";

/**
 * The file that somebody corrects: the one of those just edited that they name, or the only one. Of several in one folder
 * it is the last, since all of them are near it. Nothing where it cannot be told.
 */
export function correctedFile(words: string, touched: readonly string[]): string | undefined {
  const named = touched.filter((file) => words.includes(file) || words.includes(nameOf(file)));
  const among = named.length > 0 ? named : touched;
  const folders = new Set(among.map(placeFolder));
  return folders.size === 1 ? among.at(-1) : undefined;
}

const nameOf = (file: string): string => file.slice(file.lastIndexOf("/") + 1);
