import { describe, expect, test } from "vitest";
import { impliedWishes } from "./implied-wishes.ts";

const said = (text: string): readonly string[] =>
  impliedWishes(text).map(({ act, what, subject }) =>
    [act, what.verb ?? "", what.thing, subject === undefined ? "" : `(${subject.text})`]
      .filter((part) => part !== "")
      .join(" "),
  );

describe("what a remark lets you guess", () => {
  test.each([
    ["the parser hangs on big files. lxml", ["do lxml"]],
    ["two requests race for the same row. advisory lock!", ["do advisory lock"]],
    ["another jQuery plugin", ["avoid jQuery plugin"]],
    ["jQuery in the header again", ["avoid jQuery"]],
    ["new endpoint w/o a rate limit", ["do add a rate limit (new endpoint)"]],
    ["subprocess.run with no timeout", ["do add timeout (subprocess.run)"]],
    ["hands off vendor/", ["avoid edit vendor/"]],
    ["schema.sql is generated", ["avoid edit schema.sql"]],
    ["did you even run the linter?", ["do run the linter"]],
    ["every page gets a title", ["do have a title (every page)"]],
    ["city names stay lower case", ["do keep city names lower case"]],
    ["passive voice out", ["avoid passive voice"]],
    ["we have mkcert installed", ["do mkcert"]],
    ["a smoke test would have been enough", ["do a smoke test"]],
    ["changeset?", ["do changeset"]],
  ])("16.1 %s", (text, wanted) => {
    expect(said(text)).toEqual(wanted);
  });

  test.each([
    ["a wish that is said plainly", "Use the shared client."],
    ["what goes wrong", "the handler keeps the file open. memory leak"],
    ["praise that means the contrary", "oh great, another wrapper"],
    ["a bare name that may be the fault", "malloc"],
    ["a missing thing that comes again", "no alt text again"],
    ["thanks", "Thanks, looks good"],
  ])("16.1 nothing from %s", (_, text) => {
    expect(said(text).filter((each) => !each.startsWith("ask"))).toEqual([]);
  });
});
