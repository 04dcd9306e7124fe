const COUNTS = "none one two three four five six seven eight nine ten eleven twelve".split(" ");

const grouped = new Intl.NumberFormat("en");

/** A count with its thousands apart. */
export const figure = (count: number): string => grouped.format(count);

/** Small numbers are read more easily as words. */
export const countWord = (count: number): string => COUNTS[count] ?? figure(count);

export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
