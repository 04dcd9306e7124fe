import { CODING_REMARKS } from "./texts/coding-remarks.ts";
import { WRITING_REMARKS } from "./texts/writing-remarks.ts";

/** What a person does about a mistake's rule, on a day of the story. */
export type RuleAct = { readonly day: number; readonly by: string } & (
  | { readonly do: "approve" }
  | { readonly do: "modify"; readonly text: string; readonly reason: string }
  | { readonly do: "reject" | "retire" | "defer"; readonly reason: string }
  /** Clusters that say the same are made one, and named. */
  | { readonly do: "tidy"; readonly name: string }
);

/** A mistake that an agent makes again and again: how often, from when to when, and what becomes of it. */
export interface Theme {
  readonly key: string;
  readonly agent: string;
  readonly tag: string;
  readonly remarks: readonly string[];
  /** What it looks like in the work, and what a person makes of it; of code, lines that are added. */
  readonly flaw?: { readonly shows: string; readonly mended: string; readonly first?: true };
  /** The part of the agent's runs in which it happens, by days of the story. */
  readonly phases: readonly { readonly from: number; readonly to: number; readonly rate: number }[];
  readonly acts: readonly RuleAct[];
}

/** The rule whose words the story knows, so that another can repeat it. */
const TEST_RULE = "Add a test with every change of behaviour; it must fail without the change.";

export const THEMES: readonly Theme[] = [
  {
    // A rule that works: the mistake all but stops.
    key: "missing_tests",
    agent: "rio",
    tag: "missing_tests",
    remarks: CODING_REMARKS.missing_tests,
    phases: [
      { from: 0, to: 12, rate: 0.34 },
      { from: 12, to: 17, rate: 0.09 },
    ],
    acts: [
      { day: 9.4, by: "cleo", do: "tidy", name: "Changes without a test" },
      { day: 10.4, by: "ana", do: "modify", text: TEST_RULE, reason: "Say what a good test has to show." },
      { day: 10.6, by: "ana", do: "approve" },
      { day: 12.4, by: "ben", do: "approve" },
    ],
  },
  {
    // A rule that does not: after six weeks the mistake is as frequent as before, and Emend flags it.
    key: "swallowed_error",
    agent: "rio",
    tag: "swallowed_error",
    remarks: CODING_REMARKS.swallowed_error,
    flaw: { shows: "  try { await audit(request); } catch {}", mended: "  await audit(request);" },
    phases: [
      { from: 2, to: 17, rate: 0.16 },
      { from: 17, to: 56, rate: 0.16 },
    ],
    acts: [
      { day: 8.4, by: "ana", do: "defer", reason: "The error types are about to change; wait a week." },
      { day: 15.4, by: "cleo", do: "tidy", name: "Errors that are swallowed" },
      {
        day: 16.35,
        by: "emil",
        do: "modify",
        text: "Rethrow an error that you cannot handle; never swallow it in a catch.",
        reason: "Says what to do as well.",
      },
      { day: 16.4, by: "emil", do: "approve" },
      { day: 16.7, by: "ana", do: "approve" },
      { day: 54.8, by: "cleo", do: "tidy", name: "Errors that are swallowed" },
    ],
  },
  {
    // A rule that worked until the reply templates were changed: the mistake came back.
    key: "promised_date",
    agent: "support-drafts",
    tag: "promised_date",
    remarks: WRITING_REMARKS.promised_date,
    flaw: {
      shows: "You will have it by Friday at the latest.",
      mended: "We write again as soon as there is something new.",
    },
    phases: [
      { from: 1, to: 13, rate: 0.27 },
      { from: 46, to: 56, rate: 0.14 },
    ],
    acts: [
      { day: 9.5, by: "cleo", do: "tidy", name: "Dates that nobody can keep" },
      {
        day: 12.35,
        by: "emil",
        do: "modify",
        text: "Do not promise customers a date; say what happens next.",
        reason: "Holds for more than refunds.",
      },
      { day: 12.4, by: "emil", do: "approve" },
      { day: 12.7, by: "ben", do: "approve" },
      { day: 54.9, by: "cleo", do: "tidy", name: "Dates that nobody can keep" },
    ],
  },
  {
    key: "internal_names",
    agent: "herald",
    tag: "opsec_internal_deal_terms",
    remarks: WRITING_REMARKS.internal_names,
    flaw: {
      shows: "- Closes PAY-1482 and the last part of Bluefin.",
      mended: "- Orders can be closed while an invoice is open.",
    },
    phases: [{ from: 0, to: 15, rate: 0.3 }],
    acts: [
      { day: 9.6, by: "cleo", do: "tidy", name: "Internal names in release notes" },
      {
        day: 14.35,
        by: "ana",
        do: "modify",
        text: "Leave internal ticket numbers and code names out of release notes.",
        reason: "Code names too.",
      },
      { day: 14.4, by: "ana", do: "approve" },
      { day: 14.7, by: "emil", do: "approve" },
    ],
  },
  {
    // In force for a few weeks, then taken out: its reason went away.
    key: "format_nitpicks",
    agent: "lint-owl",
    tag: "style_violation",
    remarks: WRITING_REMARKS.format_nitpicks,
    flaw: { shows: "Also, low: prefer single quotes in the second line.", mended: "" },
    phases: [
      { from: 12, to: 21, rate: 0.45 },
      { from: 21, to: 30, rate: 0.08 },
    ],
    acts: [
      { day: 19.5, by: "ben", do: "tidy", name: "Remarks on formatting" },
      {
        day: 20.35,
        by: "ana",
        do: "modify",
        text: "Do not report formatting; the formatter takes care of it.",
        reason: "Plainer.",
      },
      { day: 20.4, by: "ana", do: "approve" },
      { day: 20.7, by: "ben", do: "approve" },
      {
        day: 40.4,
        by: "emil",
        do: "retire",
        reason: "The formatter now runs before the review; there is nothing left to remark on.",
      },
    ],
  },
  {
    // Nobody decides in time, so the proposal expires.
    key: "blames_customer",
    agent: "support-drafts",
    tag: "tone",
    remarks: WRITING_REMARKS.blames_customer,
    flaw: {
      shows: "This happened because you entered the number wrongly.",
      mended: "The number could not be read.",
    },
    phases: [{ from: 27, to: 34, rate: 0.16 }],
    acts: [],
  },
  {
    // Rejected with a reason, which is shown now that it is proposed again.
    key: "input_validation",
    agent: "rio",
    tag: "missing_input_validation",
    remarks: CODING_REMARKS.input_validation,
    phases: [
      { from: 23, to: 29, rate: 0.16 },
      { from: 50.5, to: 56, rate: 0.09 },
    ],
    acts: [
      {
        day: 30.4,
        by: "ben",
        do: "reject",
        reason:
          "The gateway validates every request since last week; three remarks from before that are no pattern.",
      },
    ],
  },
  {
    // In force for months to come: kept to its task, with too little to tell yet.
    key: "unrelated_changes",
    agent: "rio",
    tag: "out_of_scope_change",
    remarks: CODING_REMARKS.unrelated_changes,
    flaw: { shows: "  const legacyName = request.name; // renamed everywhere", mended: "" },
    phases: [
      { from: 29, to: 36, rate: 0.17 },
      { from: 37, to: 43, rate: 0.06 },
    ],
    acts: [
      { day: 35.4, by: "cleo", do: "tidy", name: "Changes beyond the task" },
      {
        day: 35.55,
        by: "ana",
        do: "modify",
        text: "Change only what the task asks for; anything else gets a pull request of its own.",
        reason: "For all kinds of unrelated changes.",
      },
      { day: 35.6, by: "ana", do: "approve" },
      { day: 36.4, by: "emil", do: "approve" },
    ],
  },
  {
    // In force since a few days: nothing is concluded yet.
    key: "action_first",
    agent: "docsmith",
    tag: "unclear_wording",
    remarks: WRITING_REMARKS.action_first,
    flaw: {
      shows: "This came about after many requests, the first of them in 2024.",
      mended: "",
      first: true,
    },
    phases: [{ from: 43, to: 52, rate: 0.26 }],
    acts: [
      {
        day: 51.35,
        by: "emil",
        do: "modify",
        text: "Begin a guide with the steps; the background comes after them.",
        reason: "For guides only.",
      },
      { day: 51.4, by: "emil", do: "approve" },
      { day: 51.7, by: "ben", do: "approve" },
    ],
  },
  {
    // Waits, and asks for the opposite of a rule in force.
    key: "alias_imports",
    agent: "rio",
    tag: "style_violation",
    remarks: CODING_REMARKS.alias_imports,
    flaw: {
      shows: '  const clock = load("../../../clock.ts");',
      mended: '  const clock = load("@app/clock.ts");',
    },
    phases: [{ from: 49, to: 56, rate: 0.12 }],
    acts: [
      {
        day: 54.6,
        by: "emil",
        do: "modify",
        text: "Use the `@app` alias to import modules of the app, never relative paths.",
        reason: "Since the move to the alias; the rule on relative paths has to go with it.",
      },
    ],
  },
  {
    // Waits for a second approval.
    key: "personal_logs",
    agent: "rio",
    tag: "security_vulnerability",
    remarks: CODING_REMARKS.personal_logs,
    flaw: {
      shows: "  log.info({ email: request.email, phone: request.phone });",
      mended: "  log.info({ customer: request.customerId });",
    },
    phases: [{ from: 49, to: 56, rate: 0.13 }],
    acts: [{ day: 53.8, by: "ana", do: "approve" }],
  },
  {
    key: "overclaims",
    agent: "herald",
    tag: "title_overclaims",
    remarks: WRITING_REMARKS.overclaims,
    flaw: {
      shows: "Everything is dramatically faster.",
      mended: "Pages open in 0.8 s where they took 1.1 s.",
    },
    phases: [{ from: 48.5, to: 56, rate: 0.26 }],
    acts: [],
  },
  {
    key: "dead_links",
    agent: "docsmith",
    tag: "broken_wiki_links",
    remarks: WRITING_REMARKS.dead_links,
    flaw: {
      shows: "See also [the old guide](/wiki/guide-2023).",
      mended: "See also [the guide](/docs/guide).",
    },
    phases: [{ from: 49.5, to: 56, rate: 0.2 }],
    acts: [],
  },
];
