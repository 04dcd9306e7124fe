/** What a body that lists many findings may name; a list beyond that is nobody's review. */
const MOST_MARKED = 800;

/** The line by which a later run knows which findings a comment speaks of; it is not shown. */
export const markFindings = (fingerprints: readonly string[]): string =>
  `<!-- emend:findings ${fingerprints.slice(0, MOST_MARKED).join(" ")} -->`;

/** The fingerprints that bodies of our own name. */
export function readFindingMarks(bodies: Iterable<string>): ReadonlySet<string> {
  const marked = new Set<string>();
  for (const body of bodies) {
    for (const [, list] of body.matchAll(/<!-- emend:findings ([0-9a-f: ]{1,40000}) -->/g)) {
      for (const fingerprint of list!.split(" ")) if (fingerprint !== "") marked.add(fingerprint);
    }
  }
  return marked;
}
