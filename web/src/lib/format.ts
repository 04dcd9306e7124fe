const COUNTS = "none one two three four five six seven eight nine ten eleven twelve".split(" ");

const grouped = new Intl.NumberFormat("en");

export const formatCount = (count: number): string => grouped.format(count);

export const countWord = (count: number): string => COUNTS[count] ?? formatCount(count);

export const capitalize = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Server messages start in lower case and have no full stop. */
export const asSentence = (text: string): string =>
  text === "" ? "" : `${capitalize(text)}${/[.!?]$/.test(text) ? "" : "."}`;

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;
