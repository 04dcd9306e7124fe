import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { feedbackSchema } from "./feedback-schema.ts";
import { fromGithubComment } from "./from-github-comment.ts";
import { fromGithubEvent } from "./from-github-event.ts";
import { findGithubEvent } from "./github-event.ts";
import { fieldOf, listOf } from "../json/json.ts";

interface Example {
  readonly event: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

const folder = dirname(createRequire(import.meta.url).resolve("@octokit/webhooks-examples/package.json"));
/** What GitHub publishes of its cloud and of five versions of its server. */
const load = (edition: string): readonly Example[] => {
  const events = JSON.parse(readFileSync(join(folder, edition, "index.json"), "utf8")) as readonly {
    readonly name: string;
    readonly examples: readonly Example["payload"][];
  }[];
  return events.flatMap(({ name, examples }) => examples.map((payload) => ({ event: name, payload })));
};
const EXAMPLES = load("api.github.com");
const SERVERS = ["ghes-31", "ghes-32", "ghes-33", "ghes-34", "ghes-35"].flatMap(load);

/** Every event about pull requests or checks: how many there are, and what becomes of them. */
const EXPECTED: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  check_run: { record: 1, no_problem: 4, not_feedback: 4 },
  check_suite: { no_problem: 6, not_feedback: 3 },
  issue_comment: { not_feedback: 9 },
  pull_request: { record: 2, not_feedback: 27 },
  pull_request_review: { nothing_said: 4 },
  pull_request_review_comment: { record: 4, deleted: 1 },
  pull_request_review_thread: { record: 3 },
  push: { not_feedback: 7 },
  status: { no_problem: 4 },
  workflow_run: { no_problem: 2, not_feedback: 3 },
};

const context = { now: "2026-05-01T12:00:00Z", agents: { nobody: "rio" } };

describe("GitHub's own examples of events", () => {
  it.each(Object.entries(EXPECTED))("%s gives %j", (event, expected) => {
    const counts: Record<string, number> = {};
    for (const example of EXAMPLES.filter((one) => one.event === event)) {
      const { feedback, diagnostics } = fromGithubEvent(example, context);
      const answers = feedback.length > 0 ? ["record"] : diagnostics.map(({ reason }) => reason);
      expect(answers).toHaveLength(1);
      counts[answers[0]!] = (counts[answers[0]!] ?? 0) + 1;
    }
    expect(counts).toEqual(expected);
  });

  it("gives a sound record or a reason for each, of every server", () => {
    expect(EXAMPLES.length + SERVERS.length).toBeGreaterThan(400);
    for (const example of [...EXAMPLES, ...SERVERS]) {
      const { feedback, diagnostics } = fromGithubEvent(example, context);
      expect(feedback.length + diagnostics.length).toBeGreaterThan(0);
      for (const record of feedback) expect(feedbackSchema.safeParse(record).error).toBeUndefined();
    }
  });

  it("says of every other event that it tells nothing of anybody's work", () => {
    const others = [...EXAMPLES, ...SERVERS].filter(({ event }) => !Object.hasOwn(EXPECTED, event));
    const answers = others.map((one) => fromGithubEvent(one, context));
    expect(new Set(answers.map(({ diagnostics }) => diagnostics[0]!.reason))).toEqual(
      new Set(["not_feedback"]),
    );
    expect(answers.flatMap(({ feedback }) => feedback)).toEqual([]);
  });

  it("makes comments on issues feedback where the issue is a pull request", () => {
    const answers = EXAMPLES.filter(({ event }) => event === "issue_comment").map(({ event, payload }) => {
      const issue = { ...(payload["issue"] as object), pull_request: { url: "x" } };
      const { feedback, diagnostics } = fromGithubEvent({ event, payload: { ...payload, issue } }, context);
      return feedback[0]?.event_id ?? diagnostics[0]!.reason;
    });
    expect(answers).toEqual([
      ...Array.from({ length: 5 }, () => "github_comment:comment/492700400"),
      "deleted",
      "deleted",
      "github_comment:comment/492700400",
      "github_comment:comment/492700400",
    ]);
  });

  it("makes of each comment and review what the API's list makes of it", () => {
    let compared = 0;
    for (const { event, payload } of [...EXAMPLES, ...SERVERS]) {
      if (!event.startsWith("pull_request_review") || payload["action"] === "deleted") continue;
      const listed = [
        payload["review"],
        payload["comment"],
        ...listOf(fieldOf(payload["thread"], "comments")),
      ]
        .filter((one) => one !== undefined)
        .map((one) => ({ ...(one as object), body: "Name the unit." }));
      const sent = {
        ...payload,
        ...(payload["review"] === undefined ? {} : { review: listed[0] }),
        ...(payload["comment"] === undefined ? {} : { comment: listed[0] }),
        ...(payload["thread"] === undefined ? {} : { thread: { comments: listed } }),
      };
      const told = fromGithubComment(listed, context);
      const { feedback, diagnostics } = fromGithubEvent({ event, payload: sent }, context);
      // Only the event names who opened the pull request.
      const named = told.feedback.map((record, at) =>
        feedback[at]?.by_author === true ? { ...record, by_author: true } : record,
      );
      expect({ feedback, diagnostics }).toEqual({ ...told, feedback: named });
      compared += told.feedback.length;
    }
    expect(compared).toBeGreaterThanOrEqual(30);
  });

  it("are known by the payload alone, or by the name beside it", () => {
    const all = [...EXAMPLES, ...SERVERS];
    for (const { event, payload } of all.filter((one) => Object.hasOwn(EXPECTED, one.event))) {
      expect(findGithubEvent(payload)?.event).toBe(event);
    }
    for (const { event, payload } of all) {
      expect(findGithubEvent({ event, payload })).toEqual({ event, payload });
    }
  });
});

/** Every place in a value, as the keys that lead there. */
function placesIn(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== "object" || value === null || path.length > 4) return [path];
  return [path, ...Object.keys(value).flatMap((key) => placesIn(fieldOrItem(value, key), [...path, key]))];
}

const fieldOrItem = (value: object, key: string): unknown => (value as Record<string, unknown>)[key];

function replaced(value: unknown, [key, ...rest]: readonly string[], by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value))
    return value.map((one, at) => (String(at) === key ? replaced(one, rest, by) : one));
  const object = value as Record<string, unknown>;
  return { ...object, [key]: replaced(object[key], rest, by) };
}

describe("a damaged payload", () => {
  const chosen = Object.keys(EXPECTED).flatMap((event) => {
    const all = EXAMPLES.filter((one) => one.event === event);
    const telling = all.find((one) => fromGithubEvent(one, context).feedback.length > 0) ?? all[0]!;
    return [{ ...telling, places: placesIn(telling.payload) }];
  });
  const junk = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom<unknown>(
      undefined,
      "",
      "\ud800\0",
      Number.NaN,
      -1,
      JSON.parse('{"__proto__":{"id":1,"login":"x"},"constructor":{"name":"y"}}'),
    ),
  );

  it("never throws, whichever parts of it are replaced, and gives sound records only", () => {
    const damaged = fc.constantFrom(...chosen).chain(({ event, payload, places }) =>
      fc.array(fc.tuple(fc.constantFrom(...places), junk), { minLength: 1, maxLength: 6 }).map((changes) => ({
        event,
        payload: changes.reduce<unknown>((value, [path, by]) => replacedSafely(value, path, by), payload),
      })),
    );
    fc.assert(
      fc.property(damaged, (example) => {
        const { feedback, diagnostics } = fromGithubEvent(example, context);
        expect(feedback.length + diagnostics.length).toBeGreaterThan(0);
        for (const record of feedback) expect(feedbackSchema.safeParse(record).error).toBeUndefined();
        findGithubEvent(example.payload);
      }),
      { numRuns: 1_500 },
    );
  });

  /** A change below what an earlier one replaced has nowhere to go. */
  function replacedSafely(value: unknown, path: readonly string[], by: unknown): unknown {
    let at: unknown = value;
    for (const key of path) {
      if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return value;
      at = fieldOrItem(at, key);
    }
    return replaced(value, path, by);
  }

  it("never finds more in a payload than is its own", () => {
    for (const { event } of chosen) {
      const hostile: unknown = JSON.parse(
        '{"__proto__":{"action":"closed","review":{"id":1,"state":"approved"},"pull_request":{"id":1}}}',
      );
      expect(fromGithubEvent({ event, payload: hostile }, context).feedback).toEqual([]);
    }
    expect(Reflect.get({}, "action")).toBeUndefined();
  });

  it("stays within bounds when every text is a megabyte and every list is long", () => {
    const swell = (value: unknown): unknown => {
      if (typeof value === "string")
        return value.length < 20 ? value : `${value}${"é\ud800 ".repeat(100_000)}`;
      if (typeof value !== "object" || value === null) return value;
      if (Array.isArray(value))
        return value.length === 0 ? [] : Array.from({ length: 2_000 }, () => value[0] as unknown);
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, swell(one)]));
    };
    for (const { event, payload } of chosen) {
      const { feedback, diagnostics } = fromGithubEvent({ event, payload: swell(payload) }, context);
      expect(diagnostics.length).toBeLessThanOrEqual(201);
      for (const record of feedback) expect(JSON.stringify(record).length).toBeLessThan(600_000);
    }
  });

  it("survives nesting deeper than the stack", () => {
    const deep: unknown = JSON.parse(`${"[".repeat(50_000)}${"]".repeat(50_000)}`);
    for (const { event, payload } of chosen) {
      expect(() => fromGithubEvent({ event, payload: deep }, context)).not.toThrow();
      for (const key of Object.keys(payload)) {
        expect(() => fromGithubEvent({ event, payload: { ...payload, [key]: deep } }, context)).not.toThrow();
      }
    }
  });
});
