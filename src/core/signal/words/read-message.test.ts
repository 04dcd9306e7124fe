import * as fc from "fast-check";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { cpuMs } from "../../../../test/cpu-time.ts";
import type { Stance } from "./act.ts";
import { readMessage } from "./read-message.ts";

const read = (text: string): ReturnType<typeof readMessage> => readMessage(text, { isSurelyPerson: true });

/** Letters of the case files; a message that accepts and one that asks for something new both carry no signal. */
const LETTER_OF: Readonly<Record<Stance, string>> = {
  rejects: "R",
  partly_accepts: "P",
  reports_error: "E",
  reports_failed_check: "V",
  accepts: "O",
  other: "O",
};

function scoreFile(name: string): { readonly share: number; readonly missed: readonly string[] } {
  const rows = readFileSync(
    new URL(name, new URL("../../../../test/fixtures/messages/", import.meta.url)),
    "utf8",
  )
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const space = line.indexOf(" ");
      return {
        labels: line.slice(0, space).replaceAll("A", "O").split("/"),
        text: line.slice(space + 1).replaceAll("\\n", "\n"),
      };
    });
  const missed = rows.filter(({ labels, text }) => !labels.includes(LETTER_OF[read(text).stance]));
  return { share: 1 - missed.length / rows.length, missed: missed.map((row) => row.text) };
}

describe("001.1 what a person's words amount to", () => {
  it.each([
    ["none-messages.txt", 0.97, "words of failure that complain about nothing must not raise an alarm"],
    ["failing-messages.txt", 0.97, "rejections come in many words"],
    ["partial-messages.txt", 0.97, "praise with a gap, tweaks, and errors told in words"],
    ["further-messages.txt", 0.95, "written after the first rules, its misses led to changes"],
    ["everyday-messages.txt", 0.9, "behaviour, reproaches and reservations in words no rule quotes"],
    ["everyday-tasks.txt", 0.93, "faults of others, specifications, confirmations and new work after praise"],
    ["held-back-messages.txt", 0.93, "scored once; changing a rule for one of its rows spends it"],
  ])("%s", (name, floor, _why) => {
    const { share, missed } = scoreFile(name);
    expect(share >= floor ? [] : missed).toEqual([]);
  });

  it.each([
    ["no problem, looks great", "accepts", "a negation that praises"],
    ["error handling is good", "accepts", "a word of failure that is praised"],
    ["Works, but the header is gone", "partly_accepts", "acknowledged with a gap"],
    ["That\u2019s not what I asked for", "rejects", "curly apostrophes are apostrophes"],
    ["i still have an error", "reports_error", "an error told in words"],
    ["deploys now, but 500 on list", "partly_accepts", "progress and an error"],
    ["Thanks, but that's wrong", "rejects", "a reproach outweighs politeness"],
    ["ok, add a footer", "other", "a filler acknowledges nothing"],
  ] as const)("%s: %s", (text, stance, _why) => {
    expect(read(text).stance).toBe(stance);
  });

  it.each([
    ["Das funktioniert nicht", "rejects"],
    ["sieht gut aus, aber der Titel fehlt", "partly_accepts"],
    ["ça ne marche pas", "rejects"],
    ["Ahora funciona, pero el botón es pequeño", "partly_accepts"],
    ["não funcionou", "rejects"],
    ["non funziona", "rejects"],
    ["werkt nog steeds niet", "rejects"],
    ["nadal nie działa", "rejects"],
    ["всё ещё не работает", "rejects"],
    ["还是不行", "rejects"],
    ["動きません", "rejects"],
    ["me sale un error al guardar", "reports_error"],
    ["Die Tests schlagen fehl", "reports_failed_check"],
    ["çok güzel", "other"],
  ] as const)("other languages: %s", (text, stance) => {
    expect(read(text).stance).toBe(stance);
  });
});

describe("001.1 what the words tell a better prompt", () => {
  it.each([
    ["works, but the colors are off", { gap: "the colors are off" }, "after the conjunction"],
    ["looks good except for the footer", { gap: "the footer" }, "after except for"],
    [
      "Great! Only the last column is misaligned.",
      { gap: "Only the last column is misaligned" },
      "a sentence of its own",
    ],
    ["no, I meant the sidebar", { clarification: "the sidebar" }, "what was meant"],
    ["wrong. It should be UTC", { clarification: "It should be UTC" }, "what should be"],
    [
      'I get "Unable to open database file"',
      { error_message: "Unable to open database file" },
      "a quoted message",
    ],
    ["perfect, thanks", {}, "nothing is left"],
  ])("%s", (text, facts, _why) => {
    expect(read(text).facts).toEqual(facts);
  });

  it("says whether it is asked to try again, and whether the words are specific", () => {
    expect(read("wrong, try again")).toMatchObject({ asksToRetry: true, isSpecific: true });
    expect(read("that is wrong")).toMatchObject({ asksToRetry: false, isSpecific: false });
    expect(read("make the title bigger")).toMatchObject({ isSpecific: true, acknowledges: false });
    expect(read("much better, but too long")).toMatchObject({ acknowledges: true });
  });

  it("points at the words that decided", () => {
    const text = "Hello. Great job, but you\u2019ve missed the footer!";
    expect(read(text).evidence.map(({ start, end, source }) => [source, text.slice(start, end)]))
      .toMatchInlineSnapshot(`
        [
          [
            "praise",
            "Great job",
          ],
          [
            "complaint",
            "but you’ve missed",
          ],
          [
            "gap",
            "but",
          ],
        ]
      `);
  });
});

describe("001.1 whose words", () => {
  it.each([
    ["Looks good, thanks!\n```\nError: you broke it\n```", "accepts", "a fenced block is not the person's"],
    ["> this is completely wrong\n\nwhat does he mean?", "other", "a quoted line is somebody else's"],
    [
      "still broken:\nTypeError: x is not a function\n    at main (app.js:3:1)",
      "rejects",
      "the words around a trace",
    ],
    ["$ npm run build\nplease explain what this does", "other", "a prompt is not prose"],
    ["", "other", "nothing at all"],
  ] as const)("%j", (text, stance, _why) => {
    expect(read(text).stance).toBe(stance);
  });

  it("is detected even if it only looks like a message", () => {
    expect(readMessage("that is wrong", { isSurelyPerson: false }).stance).toBe("rejects");
  });
});

const words = fc.constantFrom(
  ..."no not wrong still works great but except error tests fail the it you i , . ? ! \n ` \" ' ``` - $ because why did should be too a bit more \u{1f600} \ud800 \u0130 不对 \u2019".split(
    " ",
  ),
);

describe("001.2 any text", () => {
  it("never throws, and its spans and facts lie in the text", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary", maxLength: 300 }),
          fc.array(words, { maxLength: 80 }).map((each) => each.join(" ")),
        ),
        fc.boolean(),
        (text, isSurelyPerson) => {
          const { evidence, facts } = readMessage(text, { isSurelyPerson });
          for (const { start, end } of evidence) {
            expect(start).toBeGreaterThanOrEqual(0);
            expect(end).toBeGreaterThan(start);
            expect(end).toBeLessThanOrEqual(text.length);
          }
          for (const fact of [facts.gap, facts.clarification, facts.error_message]) {
            if (fact === undefined) continue;
            expect(text).toContain(fact);
            expect(fact.length).toBeLessThanOrEqual(300);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it("does not care how a message is shouted or which apostrophe it uses", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(
          "that's not what i asked for",
          "it doesn't work",
          "works great, but it's slow",
          "i'm getting an error",
        ),
        (text) => {
          const { stance } = read(text);
          expect(read(text.toUpperCase()).stance).toBe(stance);
          expect(read(text.replaceAll("'", "\u2019")).stance).toBe(stance);
        },
      ),
    );
  });

  it.each([
    ["one word", "a".repeat(1_000_000)],
    ["spaces", " ".repeat(1_000_000)],
    ["quotes", "\"'`".repeat(333_333)],
    ["still", "still ".repeat(166_666)],
    ["you are not", "you are not ".repeat(83_333)],
    ["commas", "no, ".repeat(250_000)],
    ["lines", "it is\n".repeat(166_666)],
    ["make the", "please can you make the ".repeat(41_666)],
    ["brackets", "[image".repeat(166_666)],
  ])("reads a hostile megabyte of %s in linear time", (_, text) => {
    const time = (part: string): number => {
      const before = cpuMs();
      read(part);
      return cpuMs() - before;
    };
    // A tenth of the text first: quadratic cost would be a hundred times as much, whatever else the machine does.
    const tenth = time(text.slice(0, text.length / 10));
    expect(time(text)).toBeLessThan(20 * tenth + 1_000);
  });
});
