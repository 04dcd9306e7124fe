import { type EditKind, fewer, more, swap, countOf, toggle, oppositeKinds } from "../edit-kind.ts";
import { CODE_KINDS } from "./code.ts";
import { LAYOUT_KINDS } from "./layout.ts";
import { NUMBER_KINDS } from "./numbers.ts";
import { OPERATIONS_KINDS } from "./operations.ts";
import { PUNCTUATION_KINDS } from "./punctuation.ts";
import { PYTHON_KINDS } from "./python.ts";
import { SCRIPT_KINDS } from "./script.ts";
import { SYSTEMS_KINDS } from "./systems.ts";
import { TONE_KINDS } from "./tone.ts";
import { WEB_KINDS } from "./web.ts";

const FAULT =
  /\b(?:error|invalid|failed|failure|fail|wrong|not found|denied|cannot|can't|could not|couldn't|unable|unknown|bad|illegal|rejected|expired|missing|something went wrong|oops|problem|unexpected|not allowed|forbidden|exceeded|too (?:large|long|short|big|small))\b/i;

const STEP =
  /(?:^|[.!:;,] (?:and |then |please )?|please )(?:enter|choose|pick|select|try|check|use|upload|sign|log|contact|add|remove|wait|reload|refresh|retry|open|close|go|set|type|provide|make|run|install|update|ask|click|tap|turn|reduce|shorten|start|restart|connect|verify|confirm|change|reset|delete|save|allow|enable|call|send|give|fill|write|request|reconnect|switch|press|scan|insert|free|split|rename|create)\b/i;

/** In "Upload failed", the first word is a noun. */
const NOUN_FAILED = /^\w+ (?=failed|failure|error|not|is|was|has|invalid|denied|rejected)/i;

const TECHNICAL =
  /\b(?:refactor(?:ed|ing)?|implement(?:ed|s|ation)?|class|function|method|module|regex|constant|queue|cache|thread|mutex|endpoint|api|sql|query|database|migrat(?:ed|ion)|upgrad(?:ed|e)|bump(?:ed)?|dependency|library|schema|middleware|handler|parser|state machine|index|null|exception|stack|async|websocket|backend|frontend|component|hook|config|http \d{3}|status \d{3}|[45]\d{2}|timeout|json|payload|token|serializ(?:er|ed|ation))\b|(?<=[a-z])[A-Z]|\w_\w/g;

const LEADING =
  /\b(?:don't you|do you not|wouldn't you|isn't it|aren't you|agree that|how much do you (?:love|like|enjoy)|how (?:great|amazing|good|bad|terrible|satisfied)|why (?:is|are|do|does|did)|obviously|of course|right\?|as you know|surely)\b/gi;

const NEGATIVE =
  /\b(?:cannot|can't|can not|couldn't|could not|won't|will not|don't|do not|doesn't|does not|isn't|is not|aren't|are not|not|unable|unfortunately|sadly|impossible|never|no longer|no|without|unless|regret|fail(?:s|ed|ure)?|refuse|denied|unavailable|forget)\b/gi;

const POSITIVE =
  /\b(?:can|will|able|available|from|until|once|when|as soon as|happy|glad|remember|yes|back|open|ready|keep|make sure|after|only|please)\b/gi;

/** Says what will happen next, or by when. */
const NEXT_STEP =
  /\b(?:you will|you'll|we will|we'll|we are going to|next|by (?:the end|tomorrow|monday|tuesday|wednesday|thursday|friday|saturday|sunday|\d)|within \d|in \d+ (?:days?|hours?|minutes?|weeks?)|until|you can (?:expect|then|now)|please (?:reply|confirm|send|let))\b/i;

const lastSentence = (text: string): string =>
  text
    .trim()
    .split(/(?<=[.!?]) +|\n+/)
    .at(-1) ?? "";

const MESSAGE_KINDS: readonly EditKind[] = [
  ...oppositeKinds(
    { field: "prose", rank: 3, named: /next|follow|step|when|expect/ },
    ["next-step", "Say at the end what happens next and when."],
    ["no-next-step", undefined],
    (before, after) =>
      after.startsWith(before.trim().slice(0, -1)) &&
      !NEXT_STEP.test(before) &&
      NEXT_STEP.test(lastSentence(after)),
  ),
  ...oppositeKinds(
    { field: "prose", rank: 4, named: /error|message|help|actionable|what to do|user/ },
    [
      "actionable-errors",
      "Write error messages that tell the user what to do instead of only stating that something failed.",
    ],
    ["bare-errors", undefined],
    (before, after) => FAULT.test(before) && !STEP.test(before.replace(NOUN_FAILED, "")) && STEP.test(after),
  ),
  ...oppositeKinds(
    { field: "prose", rank: 3, named: /positiv|negativ|can\b|tone/ },
    ["positive-wording", "Phrase it positively: say what is possible and when, instead of what is not."],
    ["negative-wording", undefined],
    (before, after) =>
      countOf(NEGATIVE)(before) > countOf(NEGATIVE)(after) &&
      countOf(NEGATIVE)(after) === 0 &&
      countOf(POSITIVE)(after) > 0,
  ),
  ...oppositeKinds(
    { field: "prose", rank: 5, named: /leading|neutral|bias|survey|question/ },
    ["neutral-questions", "Word questions neutrally instead of leading the respondent."],
    ["leading-questions", undefined],
    (before, after) =>
      /\?/.test(before) && /\?/.test(after) && countOf(LEADING)(before) > countOf(LEADING)(after),
  ),
  ...oppositeKinds(
    { field: "prose", rank: 3, named: /user|technical|jargon|internal|benefit|customer|release/ },
    [
      "user-facing",
      "Describe what changes for the user in plain words instead of technical or internal details.",
    ],
    ["technical", "Describe the technical details instead of only the effect for the user."],
    (before, after) => countOf(TECHNICAL)(before) > 0 && countOf(TECHNICAL)(after) === 0,
  ),
  ...fewer(
    { field: "prose", rank: 2, named: /direct|there (?:is|are)|wordy/ },
    "there-is",
    'Start sentences with the subject that acts instead of "there is" or "it is".',
    countOf(/\b(?:there (?:is|are|was|were)|it is|it was)\b/gi),
  ),
  ...oppositeKinds(
    { field: "prose", rank: 4, named: /specific|vague|concrete|subject|clear|title/ },
    ["specific-subjects", "Write specific titles and subject lines that say what it is about."],
    ["vague-subjects", undefined],
    (before, after) =>
      /^(?:update|updates|question|hello|hi|meeting|info|important|fix(?:es|ed)?|changes?|misc|stuff|wip|bug|follow[- ]?up|quick question|reminder|issue|help|report|minor (?:fix|change)s?|fix (?:bug|issue|stuff|it|things)|some (?:fix|change)s?)[.!?]{0,3}$/i.test(
        before.trim(),
      ) && after.split(/\s+/).length >= 3,
  ),
];

const TEST = countOf(/\b(?:it|test)\(|\bdef test_|@Test\b|\bfunc Test|#\[test\]|\bscenario\b/g);

const GENERIC_ASSERT = countOf(
  /\bassertTrue\(|\bassertEqual(?:s)?\(true|(?:[=!]==? [^)\n]{1,60}|[<>] ?\d+|\.length|\.includes\([^)\n]{1,60}\))\)\.(?:toBe|toEqual|to\.be)\b|\bassert\([^)\n]*==/g,
);

const SKIP = countOf(
  /\b(?:it|test|describe|context)\.(?:skip|only|todo)\b|\bx(?:it|describe|test)\(|\bf(?:it|describe)\(|@pytest\.mark\.skip|@skip|@Ignore|@Disabled|\bt\.Skip\(/g,
);

const SHOULD_TITLE = countOf(/\b(?:it|test)\(["'`](?:should|it should|test that|tests?) /g);

const TEST_KINDS: readonly EditKind[] = [
  ...swap(
    { field: "code", rank: 5, named: /role|label|test ?-?id|access|query|selector/ },
    [
      "query-by-role",
      "Find elements in tests by role, label or text instead of by test id or CSS selector.",
      countOf(/(?:get|find|query)(?:All)?By(?:Role|Label|LabelText|Text|Title|Placeholder\w*)\b/g),
    ],
    [
      "query-by-id",
      "Find elements in tests by test id.",
      countOf(/ByTestId\b|data-testid|\.(?:get|locator|querySelector)\(["'`][.#[]/g),
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
  ...oppositeKinds(
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
  ...toggle(
    { field: "code", rank: 5, named: /mock|real|stub/ },
    ["mocks", "Mock external services in tests."],
    ["no-mocks", "Test with real objects instead of mocks."],
    countOf(/\bmock\w*\b|\bjest\.fn|vi\.fn|\bstub\w*\b|\bpatch\(|@Mock\b|\bspyOn\b/gi),
  ),
  ...oppositeKinds(
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
  ...more(
    { field: "code", rank: 4, named: /table|param|each|duplicate/ },
    "table-tests",
    "Write similar tests as one parameterised test instead of copying them.",
    countOf(/\.each\b|parametrize|@ParameterizedTest|\btt\.|\[\]struct/g),
  ),
];

/** Every known kind of edit. */
export const EDIT_KINDS: readonly EditKind[] = [
  ...PUNCTUATION_KINDS,
  ...NUMBER_KINDS,
  ...TONE_KINDS,
  ...MESSAGE_KINDS,
  ...LAYOUT_KINDS,
  ...CODE_KINDS,
  ...SCRIPT_KINDS,
  ...PYTHON_KINDS,
  ...SYSTEMS_KINDS,
  ...OPERATIONS_KINDS,
  ...WEB_KINDS,
  ...TEST_KINDS,
];
