import { describe, expect, test } from "vitest";
import { relateRules } from "./relate-rules.ts";

const relation = (a: string, b: string): string => relateRules(a, b).relation;

describe("rules that give numbers for one setting", () => {
  test.each([
    ["Set a timeout of 10 seconds on outgoing calls.", "Outgoing calls have a timeout of 60 seconds."],
    ["The request timeout is 500 ms.", "Use a request timeout of 2 seconds."],
    ["Keep backups for 30 days.", "Keep backups for 12 weeks."],
    ["Uploads may be at most 5 MB.", "Allow uploads of up to 20 MB."],
    ["Cache session data for 1 hour.", "Cache session data for 15 minutes."],
    ["Retry failed webhooks three times.", "Retry failed webhooks 5 times."],
    ["Poll the queue every 30s.", "Poll the queue every 5s."],
    ["Answer tickets within 4 hours.", "Answer tickets within 2 days."],
  ])("16.1 conflict if the numbers differ: %s / %s", (a, b) => {
    expect(relation(a, b)).toBe("conflict");
    expect(relation(b, a)).toBe("conflict");
  });

  test.each([
    ["The request timeout is 60 seconds.", "Use a request timeout of 1 minute."],
    ["Set the database timeout to 10 seconds.", "Set the HTTP client timeout to 60 seconds."],
    ["Passwords have at least 12 characters.", "Passwords have at most 128 characters."],
    ["Wait at least 10 seconds between polls.", "Wait at most 60 seconds between polls."],
    ["Keep access logs for 30 days.", "Rotate the signing key every 90 days."],
    ["Indent JSON with 2 spaces.", "Retry the upload 3 times."],
  ])("16.1 do not conflict if both can be kept: %s / %s", (a, b) => {
    expect(relation(a, b)).not.toBe("conflict");
  });

  test("16.1 the reason names both numbers", () => {
    const { reasons } = relateRules("Poll the queue every 30s.", "Poll the queue every 5s.");
    expect(reasons).toEqual(['the first asks for "30s", the second for "5s"']);
  });
});
