import { type EditKind, fewer, more, swap, times, turn } from "../edit-kind.ts";

const TEST = times(/\b(?:it|test)\(|\bdef test_|@Test\b|\bfunc Test|#\[test\]|\bscenario\b/g);
const GENERIC_ASSERT = times(
  /\bassertTrue\(|\bassertEqual(?:s)?\(true|(?:[=!]==? [^)\n]{1,60}|[<>] ?\d+|\.length|\.includes\([^)\n]{1,60}\))\)\.(?:toBe|toEqual|to\.be)\b|\bassert\([^)\n]*==/g,
);
const SKIP = times(
  /\b(?:it|test|describe|context)\.(?:skip|only|todo)\b|\bx(?:it|describe|test)\(|\bf(?:it|describe)\(|@pytest\.mark\.skip|@skip|@Ignore|@Disabled|\bt\.Skip\(/g,
);
const SHOULD_TITLE = times(/\b(?:it|test)\(["'`](?:should|it should|test that|tests?) /g);

export const TEST_KINDS: readonly EditKind[] = [
  ...swap(
    { field: "code", rank: 5, named: /role|label|test ?-?id|access|query|selector/ },
    [
      "query-by-role",
      "Find elements in tests by role, label or text instead of by test id or CSS selector.",
      times(/(?:get|find|query)(?:All)?By(?:Role|Label|LabelText|Text|Title|Placeholder\w*)\b/g),
    ],
    [
      "query-by-id",
      "Find elements in tests by test id.",
      times(/ByTestId\b|data-testid|\.(?:get|locator|querySelector)\(["'`][.#[]/g),
    ],
  ),
  ...more(
    { field: "code", rank: 4, named: /test|cover/ },
    "tests",
    "Add tests for what you build or change.",
    TEST,
  ),
  ...fewer(
    { field: "code", rank: 5, named: /skip|only|focus/ },
    "skipped-tests",
    "Do not commit skipped or focused tests (`.skip`, `.only`).",
    SKIP,
  ),
  ...turn(
    { field: "code", rank: 5, named: /assert|matcher|expect/ },
    [
      "specific-assertions",
      "Use the specific assertion or matcher instead of asserting that a comparison is true.",
    ],
    ["generic-assertions", undefined],
    (before, after) => GENERIC_ASSERT(before) > GENERIC_ASSERT(after) && /expect|assert/i.test(after),
  ),
  ...fewer(
    { field: "code", rank: 5, named: /should|title|name/ },
    "should-titles",
    'Name tests by what happens, without "should".',
    SHOULD_TITLE,
  ),
  ...turn(
    { field: "code", rank: 5, named: /mock|real|stub/ },
    ["no-mocks", "Test with real objects instead of mocks."],
    ["mocks", "Mock external services in tests."],
    (before, after) =>
      times(/\bmock\w*\b|\bjest\.fn|vi\.fn|\bstub\w*\b|\bpatch\(|@Mock\b|\bspyOn\b/gi)(before) >
      times(/\bmock\w*\b|\bjest\.fn|vi\.fn|\bstub\w*\b|\bpatch\(|@Mock\b|\bspyOn\b/gi)(after),
  ),
  ...turn(
    { field: "code", rank: 4, named: /name|descri|title|test/ },
    ["descriptive-test-names", "Give tests names that say what is expected."],
    ["short-test-names", undefined],
    (before, after) => {
      const title = (text: string): string =>
        /\b(?:it|test|describe)\(["'`]([^"'`\n]*)|\bdef (test_\w*)|\bvoid (\w+)\(|\bfunc (Test\w*)/
          .exec(text)
          ?.slice(1)
          .find((part) => part !== undefined) ?? "";
      return title(before) !== "" && title(after).length > title(before).length + 8;
    },
  ),
  ...turn(
    { field: "code", rank: 4, named: /table|param|each|duplicate/ },
    ["table-tests", "Write similar tests as one parameterised test instead of copying them."],
    ["single-tests", undefined],
    (before, after) =>
      times(/\.each\b|parametrize|@ParameterizedTest|\btt\.|\[\]struct/g)(after) >
      times(/\.each\b|parametrize|@ParameterizedTest|\btt\.|\[\]struct/g)(before),
  ),
];
