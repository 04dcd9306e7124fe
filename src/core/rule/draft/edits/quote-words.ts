const MAX_QUOTED = 90;

/** Words of a text in double quotes. */
export const quoteWords = (words: string): string => `"${shorten(words).replaceAll(/["“”]/g, "'")}"`;

/** Code in backticks, or in double quotes if it has backticks of its own. */
export const quoteCode = (code: string): string =>
  code.includes("`") ? quoteWords(code) : `\`${shorten(code)}\``;

function shorten(words: string): string {
  if (words.length <= MAX_QUOTED) return words;
  const kept = words.slice(0, MAX_QUOTED);
  const space = kept.lastIndexOf(" ");
  return `${kept.slice(0, space > MAX_QUOTED / 2 ? space : MAX_QUOTED).toWellFormed()}…`;
}
