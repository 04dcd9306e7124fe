import { MAX_GLOB } from "./limits.ts";

/** More alternatives than this are not written out. */
export const MAX_FORMS = 64;

/**
 * A rule's glob as the plain globs from the root that it stands for, one for each combination of its alternatives: a bare
 * name is meant at any depth, a folder with all below it. Undefined where it is too long or stands for too many.
 */
export function globForms(glob: string): readonly string[] | undefined {
  if (glob.length > MAX_GLOB) return undefined;
  return expandBraces(fromRoot(glob))?.map(completed);
}

/** A path as it is compared: with slashes, and without what only says "from here". */
export const fromRoot = (path: string): string => path.replaceAll("\\", "/").replace(/^(?:\.?\/)+/, "");

function completed(glob: string): string {
  const below = glob.endsWith("/") ? `${glob}**` : glob;
  return below.includes("/") ? below : `**/${below}`;
}

/** Every combination of the alternatives in braces; braces do not nest, and one that never closes is itself. */
function expandBraces(glob: string): readonly string[] | undefined {
  let expanded = [""];
  for (let at = 0; at < glob.length;) {
    const open = glob.indexOf("{", at);
    const close = open === -1 ? -1 : glob.indexOf("}", open);
    const literal = close === -1 ? glob.slice(at) : glob.slice(at, open);
    const choices = close === -1 ? [""] : glob.slice(open + 1, close).split(",");
    if (expanded.length * choices.length > MAX_FORMS) return undefined;
    expanded = expanded.flatMap((before) => choices.map((choice) => before + literal + choice));
    at = close === -1 ? glob.length : close + 1;
  }
  return expanded;
}
