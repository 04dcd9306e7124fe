import { nearestTag } from "../core/gate/nearest-tag.ts";
import { CONFIG_KEYS, findKey, SECTIONS } from "./config-keys.ts";

/** What to do about a key that is none, as the end of a sentence. */
export function suggestKey(section: string, word: string): string {
  if (findKey(word)?.name.includes(".") === true) {
    const [above, below] = word.split(".");
    return `write \`${below}\` on a line of its own, indented below \`${above}:\``;
  }
  const meant = meantKey(section, word);
  return meant === undefined ? "`emend config schema` lists them all" : `did you mean ${meant}?`;
}

/** The same word in another section, else a neighbour that is close, else anything that is close. */
function meantKey(section: string, word: string): string | undefined {
  const elsewhere = CONFIG_KEYS.find(({ name }) => name.split(".")[1] === word);
  if (elsewhere !== undefined) return elsewhere.name;
  const prefix = section === "" ? "" : `${section}.`;
  const neighbours =
    section === ""
      ? [...CONFIG_KEYS.map(({ name }) => name).filter((name) => !name.includes(".")), ...SECTIONS]
      : CONFIG_KEYS.flatMap(({ name }) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []));
  const near = nearestTag(word, neighbours);
  if (near !== undefined) return `${prefix}${near}`;
  const leaves = CONFIG_KEYS.map(({ name }) => name.slice(name.indexOf(".") + 1));
  const leaf = nearestTag(word, leaves);
  return leaf === undefined ? undefined : CONFIG_KEYS[leaves.indexOf(leaf)]!.name;
}
