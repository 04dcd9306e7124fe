import { hashedPart, isSafePart } from "./path-part.ts";

/** Which folder belongs to which name, where some file systems cannot tell `Api` from `api`. */
export interface LedgerFolders {
  /** The folder of a name inside an area such as `decisions`, without taking it. */
  readonly find: (area: string, name: string) => string;
  /** The same, and from now on another spelling of the name gets another folder. */
  readonly claim: (area: string, name: string) => string;
}

/** Names that the paths show to have a folder keep it, so that every later run says the same. */
export function createLedgerFolders(paths: Iterable<string>): LedgerFolders {
  const owners = new Map<string, string>();
  const take = (area: string, part: string): void => {
    const key = `${area}/${part.toLowerCase()}`;
    if (!owners.has(key)) owners.set(key, part);
  };
  for (const path of paths) {
    const [area, part, file] = path.split("/", 3);
    if (area !== undefined && part !== undefined && file !== undefined) take(area, part);
  }
  const find = (area: string, name: string): string => {
    if (!isSafePart(name)) return hashedPart(name);
    const owner = owners.get(`${area}/${name.toLowerCase()}`);
    return owner === undefined || owner === name ? name : hashedPart(name);
  };
  return {
    find,
    claim: (area, name) => {
      const part = find(area, name);
      take(area, part);
      return part;
    },
  };
}
