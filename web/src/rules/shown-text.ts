/** A rule's text, or that nobody has written it yet. */
export const shownText = ({
  text,
  wants_words,
}: {
  readonly text: string;
  readonly wants_words?: object | null;
}): string => (wants_words === undefined || wants_words === null ? text : "Wants your words");
