/** Quoted lines and fenced code are what the remark is about, not what it says. */
export const withoutBlocks = (text: string): string =>
  text.replaceAll(/```[^]{0,4000}?(?:```|$)/g, " ").replaceAll(/^ {0,3}>[^\n]*/gm, " ");

/** Places, people and numbers of the one occasion that the remark was made on. */
export const withoutPlaces = (text: string): string =>
  text
    .replaceAll(/\[([^\][]{1,200})\]\([^()]{0,500}\)/g, "$1")
    .replaceAll(/\s?(?:see|cf\.?|in|from)? ?<?https?:\/\/[^\s>)]{1,500}[>)]?/gi, "")
    // A person is spoken to or named; what one adds or decorates something with is code.
    .replaceAll(/(?<![\w`])(?<!\b(?:add|use|with|the|an?|missing) )@[\w-]{1,60},?/gi, "")
    .replaceAll(
      /\s?\(?\b(?:(?:see|in|on|at|from) )?(?:lines?|L) ?\(?\d{1,7}(?: ?(?:-|–|to|and) ?L?\d{1,7})?\)?:?/gi,
      "",
    )
    .replaceAll(
      /\s?\(?\b(?:(?:see|in|from) )?(?:gh ?#|#|gh-|pr ?#?|issue ?#?|commit )(?:\d{1,8}|[0-9a-f]{7,40})\b\)?/gi,
      "",
    )
    .replaceAll(/(?<=\w\.[a-z]{1,4}):\d{1,7}(?::\d{1,7})?\b/g, "")
    .replaceAll(
      /\s(?:here|(?:in|for|to|on) this (?:file|function|method|line|class|place|case|pr))(?=[\s.,;:!?]|$)/gi,
      "",
    )
    .replaceAll(/\bthe above (?=[a-z])/gi, "the ")
    // The name that stood there once: "for the parameter: w".
    .replaceAll(
      /\b(parameter|argument|variable|function|method|class|field|attribute|column|file|module): [\w`'"-]{1,60}(?:\.[\w-]{1,60}){0,4}(?=[.;,!?\s]|$)/gi,
      "$1",
    )
    // "Move it below the imports" is about a place; "as in the line above" points at one.
    .replaceAll(/\s(?:just )?(?:above|below)(?=[.,;:!?]|$)/gi, "")
    .replaceAll(/\s{2,100}/g, " ")
    .trim();
