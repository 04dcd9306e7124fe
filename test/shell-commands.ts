/** The commands in a piece of shell, each as its words; good enough for pages, where nobody writes functions or loops. */
export function shellCommands(text: string): readonly (readonly string[])[] {
  const commands: string[][] = [];
  let words: string[] = [];
  let word: string | undefined;
  const endWord = (): void => {
    if (word !== undefined) words.push(word);
    word = undefined;
  };
  const endCommand = (): void => {
    endWord();
    if (words.length > 0) commands.push(words);
    words = [];
  };
  // What a program is fed from the page itself is no command.
  const source = text.replaceAll(/<<'?([A-Z]+)'?\n[\s\S]*?\n\1(?=\n|$)/g, "").replaceAll("\\\n", " ");
  for (let at = 0; at < source.length; at++) {
    const sign = source[at]!;
    const inner =
      sign === "$" && source[at + 1] === "(" ? source.slice(at + 2, closing(source, at + 2)) : undefined;
    if (inner !== undefined) {
      commands.push(...shellCommands(inner).map((each) => [...each]));
      word = `${word ?? ""}0123`;
      at += inner.length + 2;
    } else if (sign === "'" || sign === '"') {
      const end = source.indexOf(sign, at + 1);
      const quoted = source.slice(at + 1, end === -1 ? source.length : end);
      if (sign === '"') {
        for (const [, command] of quoted.matchAll(/\$\(([^)]*)\)/g)) {
          commands.push(...shellCommands(command!).map((each) => [...each]));
        }
      }
      word = `${word ?? ""}${quoted}`;
      at += quoted.length + 1;
    } else if (sign === "#" && word === undefined) {
      const end = source.indexOf("\n", at);
      at = (end === -1 ? source.length : end) - 1;
    } else if (sign === "\n" || sign === ";" || sign === "|" || sign === "&") {
      if (sign === "&" && /[<>]$/.test(source.slice(0, at))) continue;
      endCommand();
    } else if (sign === "<" || sign === ">") {
      // A number before the sign is the stream, and the file behind it is nobody's argument.
      if (/^\d$/.test(word ?? "")) word = undefined;
      endWord();
      at += /^[<>]?&?\s*(?:"[^"]*"|[^\s|;&]*)/.exec(source.slice(at + 1))![0].length;
    } else if (sign === " " || sign === "\t") {
      endWord();
    } else {
      word = `${word ?? ""}${sign}`;
    }
  }
  endCommand();
  return commands;
}

function closing(source: string, from: number): number {
  let depth = 1;
  for (let at = from; at < source.length; at++) {
    if (source[at] === "(") depth++;
    if (source[at] === ")" && --depth === 0) return at;
  }
  return source.length;
}
