import { partsOf } from "./hidden-characters.ts";

/** Text from outside as it is, with what hides in it shown as a box with its code point. */
export function Seen({ text }: { readonly text: string }) {
  const parts = partsOf(text);
  if (parts.every(({ code }) => code === undefined)) return text;
  return parts.map(({ text: shown, code }, at) =>
    code === undefined ? (
      <bdi key={at}>{shown}</bdi>
    ) : (
      <span
        key={at}
        title="A character that shows nothing"
        className="mx-px inline-block rounded-tag border border-red px-1 font-mono text-key text-red no-underline"
      >
        {code}
      </span>
    ),
  );
}
