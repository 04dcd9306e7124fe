import { formatDay } from "./format-date.ts";

const LONG_ID = /\b((?:fb|ru|cl|sb|ck|tr)[_-][0-9a-f]{8})[0-9a-f]{8,40}\b/g;
const DAY = /(?<![\w/.-])\d{4}-\d{2}-\d{2}(?![\w/-])/g;

/** A sentence that Emend wrote, with ids shortened and days written as everywhere in the app. Not for people's words. */
export const formatSentence = (text: string): string =>
  text
    .replaceAll(LONG_ID, "$1…")
    .replaceAll(DAY, (day) => (Number.isNaN(Date.parse(day)) ? day : formatDay(day)));
