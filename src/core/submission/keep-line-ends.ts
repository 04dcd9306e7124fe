/**
 * The text with the line ends of the one it was made from: what is edited in a browser comes back with bare line feeds,
 * and every line would count as changed. Only where all lines of the original end alike and no line of the text does so.
 */
export function keepLineEnds(edited: string, original: string): string {
  if (edited.includes("\r") || !original.includes("\r\n")) return edited;
  for (let at = original.indexOf("\n"); at !== -1; at = original.indexOf("\n", at + 1)) {
    if (original[at - 1] !== "\r") return edited;
  }
  return edited.replaceAll("\n", "\r\n");
}
