import { describe, expect, it } from "vitest";
import { parseCheck } from "./check.ts";
import { draftTextCheck } from "./draft-check.ts";
import { findText } from "./find-text.ts";
import { phrasesText } from "./phrases-text.ts";

interface Mistake {
  readonly description: string;
  readonly corrections: readonly (readonly [before: string, after: string])[];
  readonly bad: readonly string[];
  readonly good: readonly string[];
}

const draft = ({ corrections, description }: Pick<Mistake, "corrections" | "description">) =>
  draftTextCheck(
    "text",
    corrections.map(([before, after]) => ({ before, after })),
    description,
  );

const MISTAKES: Readonly<Record<string, Mistake>> = {
  "a phrase that is always struck out": {
    description: "Don't open with 'I hope this email finds you well'.",
    corrections: [
      [
        "Hi Ana,\n\nI hope this email finds you well. The report is attached.",
        "Hi Ana,\n\nThe report is attached.",
      ],
      [
        "Dear Tom, hope this message finds you well! Can we move the call?",
        "Dear Tom, can we move the call?",
      ],
      [
        "Hello,\nI hope this note finds you and your team well. We fixed the bug.",
        "Hello,\nWe fixed the bug.",
      ],
    ],
    bad: ["Hi, I hope this email finds you well. Please sign.", "Hope this finds you well, Kim."],
    good: ["I hope the fix works well.", "She finds the book well written.", "Hi Kim, please sign."],
  },
  "a word in all its forms": {
    description: "Write 'use' instead of 'utilize'.",
    corrections: [
      ["You can utilize the API to export data.", "You can use the API to export data."],
      ["The service utilizes a cache.", "The service uses a cache."],
      ["Teams utilized this feature last year.", "Teams used this feature last year."],
    ],
    bad: ["You are utilizing two threads.", "We utilize Redis.", "It utilizes two threads."],
    good: [
      "We use Redis.",
      "Utilities are useful.",
      "The `utilize` flag is old.",
      'She said "we utilize it".',
    ],
  },
  "a promise of a date, whatever the date": {
    description: "Never promise a date.",
    corrections: [
      [
        "Thanks. We will ship the fix by Friday.",
        "Thanks. We are working on it and will tell you when it is out.",
      ],
      ["Your export will be ready on March 3.", "We are looking into your export."],
      [
        "Good catch! You'll have the new build tomorrow.",
        "Good catch! We'll let you know when there is a new build.",
      ],
    ],
    bad: [
      "The refund will arrive on Tuesday.",
      "We'll release it by April 10.",
      "It will be fixed tomorrow.",
    ],
    good: ["We will let you know.", "You wrote to us on Monday.", "We can't say when it will be ready."],
  },
  "words that the description lists": {
    description: "Leave out just, simply and easily.",
    corrections: [
      ["Just run the installer.", "Run the installer."],
      ["You can simply click Save.", "Click Save."],
      ["Files are easily shared.", "Files can be shared."],
    ],
    bad: ["Simply add a line.", "Just open the app.", "You can easily switch."],
    good: ["Add a line.", "It was closed just before noon."],
  },
  letters: {
    description: "Write GitHub with a capital H.",
    corrections: [
      ["Open an issue on Github.", "Open an issue on GitHub."],
      ["Github Actions runs it.", "GitHub Actions runs it."],
      ["Push to Github first.", "Push to GitHub first."],
    ],
    bad: ["The Github page", "Use Github."],
    good: ["The GitHub page", "See https://Github.com/x"],
  },
  "a sign": {
    description: "No exclamation marks in error messages.",
    corrections: [
      ["Upload failed!", "Upload failed."],
      ["Oh no! Your card was declined. Try again!", "Your card was declined. Try again."],
      ["The file is too large!", "The file is too large."],
    ],
    bad: ["Something broke!", "No network!"],
    good: ["Something broke.", "Is it broken?"],
  },
  "a claim, but not its denial": {
    description: "Don't guarantee results.",
    corrections: [
      ["We guarantee that you will rank first.", "We work to improve your rank."],
      ["Our method is guaranteed to double sales.", "Our method has doubled sales for some customers."],
      ["This guarantees zero downtime.", "This reduces downtime."],
    ],
    bad: ["Success is guaranteed.", "We guarantee growth."],
    good: ["We cannot guarantee a result.", "Nobody can guarantee growth."],
  },
  "what is missing beside a word": {
    description: "A size needs its unit.",
    corrections: [
      ["The upload limit is 20 for guests.", "The upload limit is 20 MB for guests."],
      ["We raised the upload limit to 50 last week.", "We raised the upload limit to 50 MB last week."],
      ["An upload limit of 900 is too small.", "An upload limit of 900 KB is too small."],
    ],
    bad: ["The upload limit is 30 now."],
    good: ["The upload limit is 30 MB now.", "All 30 uploads failed."],
  },
  German: {
    description: "Schreib nicht 'Sehr geehrte Damen und Herren'.",
    corrections: [
      ["Sehr geehrte Damen und Herren,\n\nanbei die Rechnung.", "Guten Tag,\n\nanbei die Rechnung."],
      ["Sehr geehrte Damen und Herren, wir haben Ihre Mail.", "Guten Tag, wir haben Ihre Mail."],
      ["Sehr geehrte Damen und Herren,\nvielen Dank.", "Guten Tag,\nvielen Dank."],
    ],
    bad: ["Sehr geehrte Damen und Herren!"],
    good: ["Sehr geehrte Frau Braun,", "Damen und Herren tragen Hüte."],
  },
};

describe("checks from corrected prose", () => {
  it.each(Object.entries(MISTAKES))("find %s", (_, mistake) => {
    const check = draft(mistake);
    if (check === undefined) throw new Error("no check");
    const found = (texts: readonly string[]): readonly string[] =>
      texts.filter((text) => findText(check, text).length > 0);
    expect({ bad: found(mistake.bad), good: found(mistake.good) }).toEqual({ bad: mistake.bad, good: [] });
    expect(parseCheck(JSON.parse(JSON.stringify(check)))).toEqual(check);
  });

  it("are refused if the corrections share no words", () => {
    const vague = {
      description: "Be specific.",
      corrections: [
        ["Improved things.", "Search is 20 % faster."],
        ["Bug fixes.", "Uploads over 2 GB work again."],
        ["Various updates.", "The login page has a dark mode."],
      ],
    } as const;
    const reason = {
      description: "Explain why.",
      corrections: [
        ["We closed the ticket.", "We closed the ticket because it was solved in 2.1."],
        ["The order was cancelled.", "The order was cancelled because the card expired."],
        ["I changed the plan.", "I changed the plan because you asked for it."],
      ],
    } as const;
    expect([draft(vague), draft(reason)]).toEqual([undefined, undefined]);
    expect(draftTextCheck("text", [{ before: "a b", after: "a" }])).toBeUndefined();
    expect(
      draftTextCheck("text", [
        { before: "", after: "" },
        { before: "x", after: "x" },
      ]),
    ).toBeUndefined();
  });

  it("do not read code, links, quotations and quoted lines", () => {
    const check = draft(MISTAKES["a word in all its forms"]!)!;
    const hits = (text: string): number => findText(check, text).length;
    expect(hits("```\nwe utilize it\n```\nWe utilize it.\n> we utilize it\n`we utilize it`")).toBe(1);
    expect(hits("~~~\nwe utilize it")).toBe(0);
  });

  it("can be read by people", () => {
    const check = draft(MISTAKES["a promise of a date, whatever the date"]!)!;
    expect("phrases" in check && phrasesText(check)).toBe("will … <when> (not denied)");
  });

  it("take time in proportion to the text", () => {
    const check = draft(MISTAKES["a promise of a date, whatever the date"]!)!;
    const start = performance.now();
    findText(check, "we will we will ".repeat(20_000) + '"'.repeat(20_000) + "`".repeat(20_000));
    expect(performance.now() - start).toBeLessThan(5_000);
  });

  it("refuses phrases that nobody writes", () => {
    const part = { as: "word", any: ["a"] };
    for (const phrases of [
      [],
      [[]],
      [[{ ...part, gap: 99 }]],
      [[{ as: "class", any: ["nonsense"] }]],
      [[{ as: "regex", any: ["a"] }]],
    ])
      expect(parseCheck({ kind: "text", phrases })).toBeUndefined();
    expect(parseCheck({ kind: "text", phrases: [[part]] })).toBeDefined();
  });
});
