import { type EditKind, fewer, more, swap, countOf, toggle, oppositeKinds } from "../edit-kind.ts";

const IMPERIAL =
  /\d ?(?:lbs?|pounds?(?! sterling)|oz|ounces?|ft|feet|foot|inch(?:es)?|in(?= |[,.;)]|$)(?! (?:the|a|an|\d{4}|total|all|this|our|your|one|two))|yards?|yd|miles?|mi|mph|gallons?|gal|pints?|°? ?F|fahrenheit|acres?|psi|sq ft)\b|\d ?["″′](?= |[,.;)]|$)/gi;
const METRIC =
  /\d ?(?:kg|kilos?|kilograms?|g|grams?|mg|m|meters?|metres?|cm|mm|km|kilometers?|kilometres?|km\/h|kph|l|liters?|litres?|ml|°? ?C|celsius|hectares?|ha|kpa|m²)\b/gi;

const MONTH =
  "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";
const DAY_FIRST = new RegExp(`\\b\\d{1,2}(?:st|nd|rd|th)?\\.? ${MONTH}\\b`, "gi");
const MONTH_FIRST = new RegExp(`\\b${MONTH}\\.? \\d{1,2}(?:st|nd|rd|th)?\\b`, "gi");
const WRITTEN = new RegExp(`${DAY_FIRST.source}|${MONTH_FIRST.source}`, "gi");
const ISO = /\b\d{4}-\d{2}-\d{2}\b/g;
const NUMERIC = /\b\d{1,2}[/.]\d{1,2}[/.](?:\d{4}|\d{2})\b/g;
const anyDate = (text: string): number => countOf(WRITTEN)(text) + countOf(NUMERIC)(text);
const SHORT_MONTH = /\b(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b/g;
const LONG_MONTH =
  /\b(?:January|February|March|April|June|July|August|September|October|November|December)\b/g;

const NUMBER_WORD =
  /\b(?:zero|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred)\b/gi;
const ONE_TO_NINE = /(?<![\d.,:$€£/-])\d{1,3}(?![\d.,:%/]\d|\d|%|:)/g;

const CLOCK_12 = /\b\d{1,2}(?:[:.]\d{2})? ?[ap]\.?m\b/gi;
const CLOCK_24 = /\b(?:[01]?\d|2[0-3]):[0-5]\d\b(?! ?[ap]\.?m)/gi;
const ZONE =
  /\b(?:UTC|GMT|CES?T|E[SD]T|P[SD]T|C[SD]T|M[SD]T|BST|IST|JST|[ECMP]T|Z)\b|\d[+-]\d{2}:\d{2}\b|(?<=\d)Z\b/g;

const SYMBOL_MONEY = /[$€£¥] ?\d/g;
const SYMBOL_AFTER = /\d ?[€£$¥]/g;
const CODE_MONEY = /\b(?:USD|EUR|GBP|CHF|JPY|CAD|AUD|SEK) ?\d|\d ?(?:USD|EUR|GBP|CHF|JPY|CAD|AUD|SEK)\b/g;

const VAGUE =
  /\b(?:a few|several|some|many|a lot of|lots of|most|various|numerous|significantly|considerably|substantially|fast(?:er)?|quickly|soon|recently|large|huge|slow|a while|often|multiple|a number of|much)\b/gi;
const RELATIVE =
  /\b(?:today|tomorrow|yesterday|tonight|(?:next|last|this) (?:week|month|year|quarter|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|(?:two|three|\d+) (?:days?|weeks?) ago|in (?:a|two|three|\d+) (?:days?|weeks?)|soon|recently|eod|end of (?:day|week))\b/gi;
const DATED = (text: string): number => anyDate(text) + countOf(ISO)(text);
const UNIT =
  /\d ?(?:ms|s|sec|seconds?|minutes?|min|hours?|h|days?|[kmgt]i?b|bytes?|px|kg|g|mg|cm|mm|km|m|%|percent|usd|eur|users?|requests?|°c|°f)\b/gi;
const TIGHT_UNIT = /\d(?:ms|s|min|h|[kmgtKMGT]i?B|kg|g|mg|cm|mm|km|m|ml|l|GHz|MHz|kWh|V|W)\b/g;
const SPACED_UNIT = /\d (?:ms|s|min|h|[kmgtKMGT]i?B|kg|g|mg|cm|mm|km|m|ml|l|GHz|MHz|kWh|V|W)\b/g;

const CENTS_SHOWN = /[$€£¥] ?\d[\d,]*\.\d{2}\b|\b\d[\d,]*\.\d{2} ?(?:[$€£¥]|USD|EUR|GBP)/g;
const MONEY = /[$€£¥]|\b(?:USD|EUR|GBP)\b/g;
const DURATION =
  /time|delay|retry|interval|ttl|wait|poll|duration|expir|max_?age|sleep|debounce|period|after/i;
const LONG_UNIT =
  /\d (?:milligrams?|grams?|kilograms?|millilit(?:er|re)s?|lit(?:er|re)s?|milli?met(?:er|re)s?|centimet(?:er|re)s?|met(?:er|re)s?|kilomet(?:er|re)s?|seconds?|minutes?|hours?|milliseconds?|inch(?:es)?|feet|foot|pounds?|ounces?|miles?|gigabytes?|megabytes?|kilobytes?|degrees)\b/gi;
const SHORT_UNIT = /\d ?(?:mg|g|kg|ml|l|mm|cm|m|km|ms|s|sec|min|h|hrs?|in|ft|lbs?|oz|mi|GB|MB|KB|kB)\b/g;

/** Whether a number of one text occurs in the other, multiplied by a factor. */
function scaledBy(before: string, after: string, factor: number): boolean {
  const larger = new Set(
    (after.match(/\d[\d_]*/g) ?? []).map((digits) => Number(digits.replaceAll("_", ""))),
  );
  return (before.match(/\d+(?:\.\d+)?/g) ?? []).some(
    (digits) => Number(digits) > 0 && larger.has(Number(digits) * factor),
  );
}
const longestDecimals = (text: string): number =>
  Math.max(0, ...(text.match(/\d\.\d+/g) ?? []).map((number) => number.split(".")[1]!.length));
const hasNumbers = (text: string): boolean => /\d/.test(text);
const withoutGroups = (text: string): string =>
  text.replaceAll(/(?<=\d)[,' \u202F\u00A0](?=\d{3}(?!\d))/g, "");

export const NUMBER_KINDS: readonly EditKind[] = [
  ...oppositeKinds(
    { field: "any", rank: 5, named: /decimal|cents|amount|money|price/ },
    ["two-decimals", "Write amounts of money with two decimal places ($5.00)."],
    ["whole-amounts", "Write round amounts of money without decimal places ($5)."],
    (before, after) =>
      countOf(CENTS_SHOWN)(after) > countOf(CENTS_SHOWN)(before) &&
      countOf(MONEY)(before) >= countOf(MONEY)(after),
  ),
  ...oppositeKinds(
    { field: "any", rank: 5, named: /ms\b|milli|second|unit/ },
    ["milliseconds", "Give durations in milliseconds, not in seconds."],
    ["seconds", "Give durations in seconds, not in milliseconds."],
    (before, after) => DURATION.test(before) && scaledBy(before, after, 1_000),
  ),
  ...swap(
    { field: "prose", rank: 5, named: /unit|abbrev|spell|full/ },
    [
      "unit-names",
      "Write the names of units out (5 milligrams) instead of abbreviating them.",
      countOf(LONG_UNIT),
    ],
    [
      "unit-symbols",
      "Use the symbols of units (5 mg) instead of writing their names out.",
      countOf(SHORT_UNIT),
    ],
  ),
  ...oppositeKinds(
    { field: "prose", rank: 2, named: /quantif|number|figure|measur|concrete|specific/ },
    ["figures", "Back statements with figures."],
    ["no-figures", undefined],
    (before, after) => !hasNumbers(before) && hasNumbers(after),
  ),
  ...swap(
    { field: "any", rank: 5, named: /unit|metric|imperial|si\b/ },
    ["metric-units", "Use metric units (kg, m, °C) instead of imperial ones.", countOf(METRIC)],
    ["imperial-units", "Use imperial units (lb, ft, °F) instead of metric ones.", countOf(IMPERIAL)],
  ),
  ...toggle(
    { field: "prose", rank: 5, named: /separator|thousand|comma|number/, canonical: withoutGroups },
    ["thousands-separator", "Use a thousands separator in numbers of four or more digits (12,500)."],
    ["no-thousands-separator", "Write numbers without a thousands separator."],
    countOf(/\d[,'’ \u202F\u00A0]\d{3}(?!\d)/g),
  ),
  ...swap(
    {
      field: "prose",
      rank: 5,
      named: /decimal|comma|point/,
      canonical: (text) => text.replaceAll(/(?<=\d),(?=\d)/g, "."),
    },
    ["decimal-point", "Use a decimal point instead of a decimal comma.", countOf(/\d\.\d/g)],
    ["decimal-comma", "Use a decimal comma instead of a decimal point.", countOf(/\d,\d{1,2}(?!\d)/g)],
  ),
  ...swap(
    { field: "any", rank: 5, named: /date|iso/ },
    ["iso-dates", "Write dates in ISO format (YYYY-MM-DD).", countOf(ISO)],
    [
      "readable-dates",
      "Write dates the way people read them (3 March 2026) instead of in ISO format.",
      anyDate,
    ],
  ),
  ...swap(
    { field: "any", rank: 5, named: /date|month|ambiguous/ },
    ["month-names", "Write the month as a word in dates instead of a number.", countOf(WRITTEN)],
    ["month-numbers", "Write dates in numbers instead of with the month's name.", countOf(NUMERIC)],
  ),
  ...swap(
    { field: "any", rank: 5, named: /date|order/ },
    ["day-first", "Write the day before the month in dates (3 March 2025).", countOf(DAY_FIRST)],
    ["month-first", "Write the month before the day in dates (March 3, 2025).", countOf(MONTH_FIRST)],
  ),
  ...swap(
    { field: "prose", rank: 4, named: /month|abbrev|date/ },
    ["full-months", "Write the names of months in full instead of abbreviating them.", countOf(LONG_MONTH)],
    ["short-months", "Abbreviate the names of months to three letters.", countOf(SHORT_MONTH)],
  ),
  ...swap(
    { field: "any", rank: 5, named: /clock|time|24|12|am|pm/ },
    ["clock-24", "Use the 24-hour clock (14:30) instead of am and pm.", countOf(CLOCK_24)],
    ["clock-12", "Use the 12-hour clock with am or pm instead of the 24-hour clock.", countOf(CLOCK_12)],
  ),
  ...toggle(
    { field: "any", rank: 4, named: /zone|utc|tz/ },
    ["time-zone", "Give the time zone with every time."],
    ["no-time-zone", "Leave out the time zone."],
    countOf(ZONE),
  ),
  ...swap(
    {
      field: "prose",
      rank: 5,
      named: /percent|%/,
      canonical: (text) => text.replaceAll(/ ?(?:per ?cent\b|%)/gi, "%"),
    },
    ["percent-sign", 'Use the percent sign (%) instead of the word "percent".', countOf(/\d ?%/g)],
    ["percent-word", 'Write "percent" instead of the percent sign (%).', countOf(/\bper ?cent\b/gi)],
  ),
  ...swap(
    { field: "prose", rank: 4, named: /numer|digit|number|word|spell/ },
    ["numerals", "Write numbers as digits instead of words.", countOf(ONE_TO_NINE)],
    ["number-words", "Spell out small numbers as words instead of digits.", countOf(NUMBER_WORD)],
  ),
  ...swap(
    { field: "any", rank: 5, named: /currenc|money|price|symbol/ },
    [
      "currency-code",
      "Write amounts with the currency code (USD, EUR) instead of a symbol.",
      countOf(CODE_MONEY),
    ],
    [
      "currency-symbol",
      "Write amounts with the currency symbol ($, €) instead of a code.",
      countOf(/[$€£¥]/g),
    ],
  ),
  ...swap(
    { field: "prose", rank: 5, named: /currenc|symbol|price|euro/ },
    ["symbol-first", "Put the currency symbol before the amount.", countOf(SYMBOL_MONEY)],
    ["symbol-last", "Put the currency symbol after the amount.", countOf(SYMBOL_AFTER)],
  ),
  ...oppositeKinds(
    { field: "prose", rank: 4, named: /currenc/ },
    ["currency-given", "Give the currency with every amount."],
    ["currency-left-out", undefined],
    (before, after) => {
      const money = (text: string): number => countOf(/[$€£¥]/g)(text) + countOf(CODE_MONEY)(text);
      return money(before) === 0 && money(after) > 0 && hasNumbers(before);
    },
  ),
  ...oppositeKinds(
    { field: "any", rank: 4, named: /round|decimal|precis|digit/ },
    ["round", "Round numbers; do not show more decimal places than are useful."],
    ["more-decimals", "Give numbers with all decimal places that matter; do not round them."],
    (before, after) =>
      longestDecimals(before) > longestDecimals(after) &&
      hasNumbers(after) &&
      countOf(/\d+/g)(after) + 2 >= countOf(/\d+/g)(before) / 2,
  ),
  ...swap(
    { field: "prose", rank: 3, named: /vague|exact|number|figure|concrete|specific|precis|quantif/ },
    ["exact-figures", "Give exact figures instead of vague words.", countOf(/\d+/g)],
    ["vague-words", undefined, countOf(VAGUE)],
  ),
  ...swap(
    { field: "prose", rank: 5, named: /date|when|relative|absolute/ },
    [
      "absolute-dates",
      'Give absolute dates instead of relative ones such as "tomorrow" or "last week".',
      (text) => DATED(text) + countOf(/\b(?:19|20)\d{2}\b/g)(text),
    ],
    ["relative-dates", 'Say "today", "tomorrow" or "next week" instead of giving a date.', countOf(RELATIVE)],
  ),
  ...oppositeKinds(
    { field: "any", rank: 3, named: /unit/ },
    ["units-given", "Give the unit with every number."],
    ["units-left-out", "Leave out the unit after numbers."],
    (before, after) =>
      countOf(UNIT)(after) > countOf(UNIT)(before) && countOf(/\d+/g)(before) >= countOf(/\d+/g)(after),
  ),
  ...swap(
    {
      field: "any",
      rank: 5,
      named: /space|unit/,
      canonical: (text) => text.replaceAll(/(?<=\d)[ \u00A0](?=\p{L})/gu, ""),
    },
    ["space-before-unit", "Put a space between a number and its unit (5 kg).", countOf(SPACED_UNIT)],
    ["no-space-before-unit", "Do not put a space between a number and its unit (5kg).", countOf(TIGHT_UNIT)],
  ),
  ...more(
    {
      field: "any",
      rank: 5,
      named: /zero|decimal/,
      canonical: (text) => text.replaceAll(/(?<![\d.])0(?=\.\d)/g, ""),
    },
    "leading-zero",
    "Write a zero before the decimal point (0.5).",
    countOf(/(?<![\d.])0\.\d/g),
  ),
  ...fewer(
    {
      field: "prose",
      rank: 4,
      named: /ordinal|date|th\b/,
      canonical: (text) => text.replaceAll(/(?<=\d)(?:st|nd|rd|th)\b/g, ""),
    },
    "ordinals",
    "Write dates without ordinal endings (3 March, not 3rd March).",
    countOf(/\d(?:st|nd|rd|th)\b/g),
  ),
  ...swap(
    { field: "prose", rank: 5, named: /million|thousand|k\b|large|number/ },
    [
      "short-large-numbers",
      "Write large numbers in short form (2.5 million) instead of with all their zeros.",
      countOf(/\d ?(?:k|m|bn|thousand|million|billion)\b/gi),
    ],
    [
      "full-large-numbers",
      "Write large numbers out in digits (1,000) instead of in short form such as 1k.",
      countOf(/\d[,. ]?000\b/g),
    ],
  ),
  ...more(
    {
      field: "code",
      rank: 5,
      named: /underscore|separator|digit/,
      canonical: (text) => text.replaceAll(/(?<=\d)_(?=\d)/g, ""),
    },
    "digit-underscores",
    "Group the digits of long numbers with underscores (1_000_000).",
    countOf(/\d_\d{3}/g),
  ),
  ...oppositeKinds(
    { field: "any", rank: 4, named: /phone|number|format/ },
    ["international-phone", "Write phone numbers in international format with the country code (+49 …)."],
    ["national-phone", undefined],
    (before, after) => !/\+\d/.test(before) && /\+\d{1,3}[\s(-]?\d/.test(after) && /\d{3}/.test(before),
  ),
  ...oppositeKinds(
    { field: "any", rank: 5, named: /cent|money|amount|integer|float/ },
    ["cents", "Keep amounts of money as whole cents instead of decimal numbers."],
    ["decimal-money", "Give amounts of money with two decimal places instead of in cents."],
    (before, after) => {
      const amount = /\b(\d+)\.(\d{2})\b/.exec(before);
      return amount !== null && after.includes(`${Number(amount[1]) === 0 ? "" : amount[1]}${amount[2]}`);
    },
  ),
  ...more(
    { field: "prose", rank: 4, named: /year|date/ },
    "year-given",
    "Give the year with every date.",
    (text) => (anyDate(text) > 0 ? countOf(/\b(?:19|20)\d{2}\b/g)(text) : 0),
  ),
];
