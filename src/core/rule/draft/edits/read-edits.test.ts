import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readEdits } from "./read-edits.ts";

type Pair = readonly [before: string, after: string, text?: string];
const read = (...pairs: readonly Pair[]) =>
  readEdits(pairs.map(([before, after, text]) => ({ before, after, text })));

const WORDED: readonly (readonly [string, readonly Pair[]])[] = [
  [
    'Leave out "Thank you for choosing Harbour Bikes".',
    [
      ["Your bike is ready. Thank you for choosing Harbour Bikes.", "Your bike is ready."],
      ["The tyre is mended. Thank you for choosing Harbour Bikes.", "The tyre is mended."],
      ["Thank you for choosing Harbour Bikes! We open at nine.", "We open at nine."],
    ],
  ],
  [
    'Write "log in" instead of "login".',
    [
      ["You can login with a code.", "You can log in with a code."],
      ["Please login again.", "Please log in again."],
    ],
  ],
  [
    "Use `logger.info` instead of `print`.",
    [
      ["print(total)", "logger.info(total)"],
      ["print('saved', name)", "logger.info('saved', name)"],
      ["if ok: print(rows)", "if ok: logger.info(rows)"],
    ],
  ],
  [
    "Use `Clock.UtcNow` instead of `Time.Now`.",
    [
      ["var t = Time.Now;", "var t = Clock.UtcNow;"],
      ["return Time.Now - start;", "return Clock.UtcNow - start;"],
    ],
  ],
  [
    'Leave out "I hope this email finds you well"; greet the customer by name.',
    [
      ["Hello, I hope this email finds you well. Your lamp is here.", "Hello Ida, your lamp is here."],
      ["Hello, I hope this email finds you well. The bill is paid.", "Hello Olav, the bill is paid."],
      ["Hello, I hope this email finds you well. We moved.", "Hello Pia, we moved."],
    ],
  ],
  [
    'End with "The Lumen team".',
    [
      ["Your lamp is on its way.", "Your lamp is on its way.\nThe Lumen team"],
      ["We are closed on Monday.", "We are closed on Monday.\nThe Lumen team"],
    ],
  ],
  [
    'Write "Blue Heron" instead of "BlueHeron", "blue heron" or "BLUE heron".',
    [
      ["Book a blue heron tour.", "Book a Blue Heron tour."],
      ["The BLUE heron app is new.", "The Blue Heron app is new."],
      ["Ask BlueHeron about it.", "Ask Blue Heron about it."],
    ],
  ],
  [
    'Add `width="…"`.',
    [
      ['<img src="lamp.png">', '<img width="40" src="lamp.png">'],
      ['<img src="map.png">', '<img width="900" src="map.png">'],
    ],
  ],
  [
    "Use `expectThat(…).matches(…)` instead of `checkEqual(…, …)`.",
    [
      ["checkEqual(total, 4)", "expectThat(total).matches(4)"],
      ["checkEqual(name, 'Ida')", "expectThat(name).matches('Ida')"],
    ],
  ],
  [
    'Write it in the form "As a …, I want to … so that …".',
    [
      ["Map page", "As a guest, I want to see a map so that nobody gets lost."],
      ["Dark mode", "As a reader, I want to dim the page so that reading at night is easy."],
    ],
  ],
  [
    "Leave out `debugger`.",
    [
      ["load();\ndebugger;\nshow();", "load();\nshow();"],
      ["debugger;\nsave(row);", "save(row);"],
    ],
  ],
];

describe("readEdits", () => {
  it.each(WORDED)("16.x edits speak in their own words: %s", (text, pairs) => {
    expect(read(...pairs)?.text).toBe(text);
    expect(read(...pairs.toReversed())?.text).toBe(text);
  });

  it("16.x edits that undo each other say nothing", () => {
    expect(
      read(["Please login again.", "Please log in again."], ["You can log in here.", "You can login here."]),
    ).toBeUndefined();
    expect(read(["a = 'x'", 'a = "x"'], ['b = "y"', "b = 'y'"])).toBeUndefined();
    expect(
      read(["It is 5 km away.", "It is 3 miles away."], ["It is 2 miles away.", "It is 3 km away."]),
    ).toBeUndefined();
  });

  it("16.x edits that share nothing say nothing", () => {
    expect(
      read(["The hall is open.", "The hall is closed."], ["Bring a coat.", "Bring two coats."]),
    ).toBeUndefined();
    expect(read(["send(a)", "send(b)"], ["x = 4", "x = 5"])).toBeUndefined();
    expect(read(["One edit!", "One edit."])).toBeUndefined();
    expect(read(["same", "same"], ["as before", "as before"])).toBeUndefined();
  });

  it("allows one edit of four to be about something else", () => {
    const reading = read(
      ["Come in!", "Come in."],
      ["Sit down!", "Sit down."],
      ["Well done!", "Well done."],
      ["It is red.", "It is blue."],
    );
    expect(reading).toMatchObject({ kind: "no-exclamation-marks", covers: 3 });
  });

  it("prefers the kind that a remark names", () => {
    const pairs: readonly Pair[] = [
      ["The door was opened by Ana!", "Ana opened the door.", "see mine"],
      ["The bill was paid by Bo!", "Bo paid the bill.", "voice"],
    ];
    expect(read(...pairs)?.kind).toBe("passive");
  });

  it("reads unified diffs as well", () => {
    const diff = (before: string, after: string) =>
      `--- a/x.ts\n+++ b/x.ts\n@@ -1 +1 @@\n-${before}\n+${after}\n`;
    expect(
      readEdits([{ diff: diff("var a = 1;", "const a = 1;") }, { diff: diff("let b = 2;", "const b = 2;") }]),
    ).toMatchObject({ kind: "const", covers: 2 });
  });

  it("gives a wish with both halves and the shortest example", () => {
    expect(read(["a = 'x'", 'a = "x"'], ["name = 'y'", 'name = "y"'])).toMatchObject({
      wish: {
        act: "replace",
        what: { verb: "use" },
        insteadOf: { thing: "single quotes" },
        isStanding: true,
      },
      example: { before: "a = 'x'", after: 'a = "x"' },
    });
  });

  it("answers any text without an exception and within the length of a rule", () => {
    const text = fc.oneof(fc.string({ unit: "binary", maxLength: 400 }), fc.lorem({ maxCount: 40 }));
    const edit = fc.record({ before: text, after: text, text, path: fc.option(text, { nil: undefined }) });
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 6 }), (edits) => {
        const reading = readEdits(edits);
        expect(reading === undefined || reading.text.length <= 500).toBe(true);
      }),
    );
  });

  it("reads no more than it needs of long texts", () => {
    const long = "The lamp is on the left. ".repeat(50_000);
    expect(
      readEdits([
        { before: `Hurry up! ${long}`, after: `Hurry up. ${long}` },
        { before: `Sit down! ${long}`, after: `Sit down. ${long}` },
      ]),
    ).toMatchObject({ kind: "no-exclamation-marks" });
  });
});
