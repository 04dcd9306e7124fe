import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readWishes } from "./read-wishes.ts";
import type { Wish, WishPhrase } from "./wish.ts";

const phrase = ({ verb, thing }: WishPhrase): string =>
  [...(verb === undefined ? [] : [`<${verb}>`]), thing].join(" ").trim();

/** A wish in one line: "replace <use> X / Y [when …] [where …]". */
function line({ act, what, insteadOf, when, where, isOnly }: Wish): string {
  return [
    act,
    phrase(what),
    ...(insteadOf === undefined ? [] : [`/ ${phrase(insteadOf)}`]),
    ...(when === undefined ? [] : [`[${when.text}]`]),
    ...(where === undefined ? [] : [`[${where.text}]`]),
    ...(isOnly ? ["only"] : []),
  ]
    .join(" ")
    .trim();
}
const read = (text: string): string => readWishes(text).wishes.map(line).join("; ");

describe("16.1 the wish of a remark", () => {
  it.for([
    ["Pin the base image to a digest.", "do <pin> the base image to a digest"],
    ["Squash these commits please", "do <squash> commits"],
    ["count distinct order_id", "do <count> distinct order_id"],
    ["please also escape the label here", "do <escape> the label"],
    ["nit: could you rename the helper?", "do <rename> the helper"],
    ["you should hydrate the store first", "do <hydrate> the store"],
    ["Consider memoizing the selector.", "do <memoize> the selector"],
    ["let's cap the upload size", "do <cap> the upload size"],
    ["how about batching the inserts?", "do <batch> the inserts"],
    ["always quote paths when they come from users", "do <quote> paths [when they come from users]"],
    ["you may want to close the cursor", "do <close> the cursor"],
    ["might be better to inline the constant", "do <inline> the constant"],
    ["is there a way to sort the rows?", "do <sort> the rows"],
    ["Force names at call sites", "do <force> names at call sites"],
    ["only ask before writes", "do <ask> [before writes] only"],
    ["debug logs only in staging", "do debug logs [in staging] only"],
    ["print is ok in notebooks, nowhere else", "do <allow> print [in notebooks] only"],
    ["faces must be blurred in photos", "do <blur> faces [in photos]"],
    ["timestamps are UTC", "do <be> UTC"],
    ["docstrings please", "do docstrings"],
    ["adverbs out please", "avoid adverbs"],
    ["there should be no edits to the snapshot", "avoid edits to the snapshot"],
    [
      "there shouldn't be any edits to the snapshot if nothing changed",
      "avoid edits to the snapshot [if nothing changed]",
    ],
    ["Template strings instead of concatenation.", "replace Template strings / concatenation"],
    ["eval is fine, but only in the sandbox", "do <allow> eval [in the sandbox] only"],
    ["Transaction boundary belongs in the service", "do <put> Transaction boundary [in the service]"],
    ["we sign off with the crew's name", "do <sign> off with the crew's name"],
  ])("orders: %s", ([text, expected]) => {
    expect(read(text!)).toBe(expected);
  });

  it.for([
    ["Query runs once per row."],
    ["Query inside the loop, one per order."],
    ["Test coverage dropped."],
    ["Build fails"],
    ["Request body grew a lot"],
    ["ah yes, `tmp3`, very descriptive"],
    ["oh great, another log line with the token"],
    ["sure, let's ship it untested, what could go wrong"],
    ["dark mode breaks with fixed colours"],
    ["what does this flag do?"],
    ["Empty catch block"],
    ["still failing"],
    ["meh"],
  ])("no order: %s", ([text]) => {
    expect(read(text!)).toBe("");
  });

  it.for([
    ["No caption on the figures.", "do <add> caption on the figures"],
    ["no retry for the upload", "do <add> retry for the upload"],
    ["Figures lack captions.", "do <add> captions"],
    ["the changelog entry is missing", "do <add> the changelog entry"],
    ["REGION_KEY is missing in settings.md", "do <add> REGION_KEY [in settings.md]"],
    ["where's the test for the importer?", "do <add> test for the importer"],
    ["why isn't the proxy cache on?", "do <enable> the proxy cache"],
    ["is there any reason not to lint the scripts?", "do <lint> the scripts"],
    ["shouldn't this be escaped?", "do <escape>"],
    ["never leave the socket unclosed", "do <close> the socket"],
    ["don't not validate the header", "do <validate> the header"],
    ["you can't just not log the failure", "do <log> the failure"],
    ["don't remove the metrics", "do <keep> the metrics"],
    ["Campaign Autumn: no unsubscribe link.", "do <add> unsubscribe link"],
    ["the form doesn't have labels", "do <add> labels"],
    ["the password isn't hashed", "do <hash> the password"],
    ["README not updated", "do <update> README"],
    ["forgot the licence header", "do <add> the licence header"],
    ["any reason not to gzip the assets?", "do <gzip> the assets"],
    ["unescaped output", "do <escape> output"],
  ])("missing or left undone: %s", ([text, expected]) => {
    expect(read(text!)).toBe(expected);
  });

  it.for([
    ["no french comments", "avoid french comments"],
    ["No emojis please", "avoid emojis"],
    ["stop opening draft pull requests", "avoid <open> draft pull requests"],
    ["no need to wrap the getter", "avoid <wrap> the getter"],
    ["this wrapper is not needed anymore", "avoid wrapper"],
    ["Unused helper 'sum'.", "avoid helper 'sum'"],
    ["Wildcard imports can lead to name clashes.", "avoid Wildcard imports"],
    ["do we really need the facade?", "avoid the facade"],
    ["too many adverbs", "avoid adverbs"],
    ["no `any`", "avoid `any`"],
    ["Keep snippets out of the preface.", "avoid snippets [the preface]"],
    ["Avoid unnecessary copies.", "avoid unnecessary copies"],
    ["posters should stay unlabelled", "avoid <label> posters"],
    ["I don't think we need a factory", "avoid a factory"],
    ["nested ternaries are hard to read", "avoid nested ternaries"],
    ["Strings are built by hand, which can lead to injection.", "avoid <build> Strings by hand"],
    ["titles are not part of the span", "avoid <be> part of the span"],
    ["you can run the linter without asking me", "avoid <ask> me"],
    ["use no semicolons", "avoid <use> semicolons"],
    ["import moment?? we have dayjs for this", "avoid <import> moment; do <use> dayjs"],
    ["is this wrapper needed?", "avoid wrapper"],
    ["why do we need a singleton?", "avoid a singleton"],
  ])("unwanted: %s", ([text, expected]) => {
    expect(read(text!)).toBe(expected);
  });

  it.for([
    ["use bun not yarn in this repository", "replace <use> bun / yarn [in this repository]"],
    ["dayjs instead of moment", "replace dayjs / moment"],
    ["Replace the callback with a promise.", "replace a promise / the callback"],
    ["prefer composition over inheritance", "replace composition / inheritance"],
    ["rebase, never merge", "replace <rebase> / <merge>"],
    ["`qty` -> quantity", "replace quantity / `qty`"],
    ["no inline scripts, use modules", "replace <use> modules / inline scripts"],
    ["we use ruff, not flake8", "replace <use> ruff / flake8"],
    ["why threads instead of tasks?", "replace tasks / threads"],
    ["returns null instead of throwing", "replace <throw> / returns null"],
    ["you sorted by name, sort by date", "replace <sort> by date / by name"],
    ["should be kebab-case, not snake_case", "replace kebab-case / snake_case"],
    ["not Monday but Tuesday", "replace Tuesday / Monday"],
    ["I'd rather have a table than a list", "replace a table / a list"],
    [
      "No 'kind regards'. → Your Orbit crew",
      "avoid 'kind regards'; replace Your Orbit crew / 'kind regards'",
    ],
    ["Could `parse` become `parseDate`?", "replace `parseDate` / `parse`"],
    ["return 404 when the cart is gone, not 410", "replace <return> 404 / 410 [when the cart is gone]"],
  ])("one instead of the other: %s", ([text, expected]) => {
    expect(read(text!)).toBe(expected);
  });

  it.for([
    ["why did you remove the banner? put it back", "restore the banner; restore the banner"],
    ["restore the footer", "restore the footer"],
    ["undo that", "restore"],
  ])("restoring: %s", ([text, expected]) => {
    expect(read(text!)).toBe(expected);
  });

  it("leaves open whether something is missing or banned, where the words do", () => {
    expect(read("no dates.")).toBe("ask dates");
    expect(readWishes("no dates.").wishes[0]?.force).toBe("statement");
  });

  it("tells standing wishes from those of one occasion", () => {
    expect(readWishes("from now on answer in English").wishes[0]?.isStanding).toBe(true);
    expect(readWishes("never push to main unless I ask").wishes[0]?.isStanding).toBe(true);
    expect(readWishes("drop the suffix").wishes[0]?.isStanding).toBe(false);
  });

  it("reads no wishes in other languages", () => {
    expect(readWishes("Bitte die Namen auf Englisch, nicht auf Deutsch")).toEqual({
      language: "other",
      acts: [],
      wishes: [],
    });
  });

  it("says what is done by saying it", () => {
    const acts = (text: string): readonly string[] => readWishes(text).acts.map(({ kind }) => kind);
    expect(acts("Pin the image.")).toEqual(["orders"]);
    expect(acts("Never pin the image.")).toEqual(["forbids"]);
    expect(acts("Could you pin the image?")).toEqual(["requests"]);
    expect(acts("Which digest is that?")).toEqual(["asks"]);
    expect(acts("ah yes, `x2`, very descriptive")).toEqual(["reproaches", "reproaches", "reproaches"]);
  });

  it("reads any text, with offsets inside it", () => {
    const pieces = fc.constantFrom(
      ..."no not don't use instead of why , . ? → `x` ( ) never please it and 'a' add missing".split(" "),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "grapheme", maxLength: 400 }),
          fc.array(pieces, { maxLength: 60 }).map((all) => all.join(" ")),
        ),
        (text) => {
          for (const { start, end } of readWishes(text).wishes) {
            expect(start).toBeGreaterThanOrEqual(0);
            expect(end).toBeGreaterThanOrEqual(start);
            expect(end).toBeLessThanOrEqual(text.length);
          }
        },
      ),
    );
  });
});
