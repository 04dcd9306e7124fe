import { describe, expect, it } from "vitest";
import { declaredCodes, findMessages } from "../../scripts/reference/find-messages.ts";
import { messagesPage } from "../../scripts/reference/messages-page.ts";
import { PROBLEMS } from "../../src/http/problem-codes.ts";

const messages = findMessages("src");
const onPage = [...messagesPage().matchAll(/^\| `(\w+)`/gm)].map(([, code]) => code!);

/** Codes whose words are put together elsewhere, each with the reason. */
const WITHOUT_WORDS = new Set([
  // Zod's own codes, which become ours in schema-violations.ts.
  "too_small",
  "too_big",
  "custom",
  // Alerts have a title and a text of their own, shown in the app.
  "repeated_tag",
  "approval_drop",
  "dominant_tag",
  // The words are those of the error behind it.
  "log_unreachable",
  "store_outage",
  "embedding_outage",
  "vectors_outage",
  "invalid_run",
  "invalid_task",
  // The web app's login page has the words.
  "oidc_not_configured",
  // Repairs and blocks whose words depend on what was found.
  "comment_removed",
  "ellipsis_removed",
  "unrouted_tag",
  "block_unclosed",
  "block_unopened",
  "block_nested",
  "block_repeated",
  "fence_unclosed",
]);

describe("the list of messages", () => {
  it("18.4 each code is on the page once", () => {
    expect(onPage).toEqual([...new Set(onPage)]);
    expect(onPage.length).toBeGreaterThan(400);
  });

  it("18.4 every code of the API and every code that a type declares is on the page", () => {
    const known = [...Object.keys(PROBLEMS), ...declaredCodes("src")];
    expect(known.filter((code) => !onPage.includes(code) && !WITHOUT_WORDS.has(code))).toEqual([]);
  });

  it("18.4 no exception names a code that has words", () => {
    expect([...WITHOUT_WORDS].filter((code) => onPage.includes(code))).toEqual([]);
  });

  it("18.4 every message has a code in snake case and says something", () => {
    const wrong = messages.filter(({ code, text }) => !/^[a-z]+(?:_[a-z0-9]+)*$/.test(code) || text === "");
    expect(wrong).toEqual([]);
  });
});
