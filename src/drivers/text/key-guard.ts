/** Pieces of this length give a key away. A shorter "key" is a word such as `none`. */
const STRETCH = 10;

export interface KeyGuard {
  readonly containsKey: (text: string) => boolean;
  readonly removeKey: (text: string) => string;
}

/** Keeps a key and pieces of it out of what a server sends back. */
export function createKeyGuard(key: string | undefined): KeyGuard {
  const pieces =
    key === undefined || key.length < STRETCH
      ? []
      : Array.from({ length: key.length - STRETCH + 1 }, (_, at) => key.slice(at, at + STRETCH));
  return {
    containsKey: (text) => pieces.some((piece) => text.includes(piece)),
    removeKey: (text) => {
      const hidden = new Uint8Array(text.length);
      for (const piece of pieces) {
        for (let at = text.indexOf(piece); at !== -1; at = text.indexOf(piece, at + 1))
          hidden.fill(1, at, at + STRETCH);
      }
      let shown = "";
      for (let at = 0; at < text.length; at += 1) {
        if (hidden[at] === 0) shown += text[at];
        else if (at === 0 || hidden[at - 1] === 0) shown += "[key]";
      }
      return shown;
    },
  };
}
