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
  ].join(" ");
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
  ])("one instead of the other: %s", ([text, expected]) => {
    expect(read(text!)).toBe(expected);
  });

  it.for([
    ["why did you remove the banner? put it back", "restore the banner; restore the banner"],
    ["restore the footer", "restore the footer"],
  ])("restoring: %s", ([text, expected]) => {
    expect(read(text!)).toBe(expected);
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
