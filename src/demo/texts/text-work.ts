/** A text that an agent writes; `{part}` is filled in. The edit is what a person makes of it: words, and what stands there instead. */
export interface TextWork {
  readonly title: string;
  readonly output: string;
  readonly edit: readonly [words: string, instead: string];
  /** What the person says with it. */
  readonly note: string;
}

export const SUPPORT_PARTS: readonly string[] = [
  "refund",
  "parcel",
  "invoice",
  "seat change",
  "password reset",
  "voucher",
  "bank transfer",
  "export",
  "return",
  "renewal",
];

export const SUPPORT_WORK: readonly TextWork[] = [
  {
    title: "Reply: where is my {part}?",
    output:
      "Hello,\n\nthank you for writing. Your {part} was started this morning. The bank shows it as soon as it is through.\n\nYou can follow it under Orders.\n\nKind regards\nThe support team\n",
    edit: ["as soon as it is through", "once it has booked it; we write again when we see it"],
    note: "Tell them that we come back to it.",
  },
  {
    title: "Reply: the {part} shows twice",
    output:
      "Hello,\n\nthe second line is a hold that the bank has not released. Nothing was charged twice for your {part}.\n\nIf it is still there after your next statement, answer this mail and we look again.\n\nKind regards\n",
    edit: ["If it is still there after your next statement", "If it does not go away"],
    note: "Shorter, and without the statement.",
  },
  {
    title: "Reply: I cannot finish the {part}",
    output:
      "Hello,\n\nI am sorry for the trouble. The page for the {part} needs cookies of the payment partner, which your browser blocks.\n\n1. Open the page in a private window.\n2. Allow cookies when it asks.\n3. Start the {part} again.\n\nKind regards\n",
    edit: ["I am sorry for the trouble. ", ""],
    note: "One apology per conversation; this one had it already.",
  },
  {
    title: "Reply: please cancel the {part}",
    output:
      "Hello,\n\nthe {part} is cancelled. You get a confirmation in a separate mail, and nothing more has to be done.\n\nKind regards\n",
    edit: ["nothing more has to be done", "you do not have to do anything else"],
    note: "Plainer.",
  },
];

export const NOTES_PARTS: readonly string[] = [
  "search",
  "checkout",
  "export",
  "invoice page",
  "mobile app",
  "login",
  "webhooks",
  "reports",
  "address book",
  "price list",
];

export const NOTES_WORK: readonly TextWork[] = [
  {
    title: "Release notes: {part}, week {week}",
    output:
      "## {part}\n\n- The {part} remembers your last filter.\n- Fixed: an empty result no longer shows an old one.\n- Fixed: the keyboard reaches every button.\n",
    edit: ["- Fixed: the keyboard reaches every button.\n", "- Every button can be reached by keyboard.\n"],
    note: "Say what one can do, not what was wrong.",
  },
  {
    title: "Release notes: faster {part}, week {week}",
    output:
      "## {part}\n\nThe {part} opens in 0.8 s where it took 1.1 s, measured on our largest account.\n\n- Nothing to do on your side.\n",
    edit: ["on our largest account", "on an account with 40,000 orders"],
    note: "Name the size; nobody knows our largest account.",
  },
  {
    title: "Changelog entry: {part} settings, week {week}",
    output:
      "### Changed\n\n- The settings of the {part} moved to *Account*. The old address leads there.\n\n### Removed\n\n- The setting *Legacy {part}*, which did nothing since spring.\n",
    edit: [", which did nothing since spring", ""],
    note: "When it stopped working is of no use to the reader.",
  },
];

export const DOCS_PARTS: readonly string[] = [
  "webhooks",
  "single sign-on",
  "refunds",
  "exports",
  "API keys",
  "price lists",
  "roles",
  "audit log",
  "sandbox",
  "rate limits",
];

export const DOCS_WORK: readonly TextWork[] = [
  {
    title: "Guide: set up {part}",
    output:
      "# Set up {part}\n\n1. Open *Settings* and choose {part}.\n2. Copy the address that is shown.\n3. Paste it where your system asks for it.\n\n## Why\n\nYour system has to know where to send what happens.\n",
    edit: ["Copy the address that is shown.", "Copy the address; it is shown once."],
    note: "They have to know that it is shown only now.",
  },
  {
    title: "Troubleshooting: {part}",
    output:
      "# {part} do not arrive\n\nCheck these in order:\n\n- Is the address reachable from outside?\n- Does it answer within ten seconds?\n- Is the secret the present one?\n",
    edit: ["Is the secret the present one?", "Was the secret changed? The old one counts for a day."],
    note: "Say how long the old one counts.",
  },
  {
    title: "Reference: fields of {part}",
    output:
      "# Fields\n\n| field | type | is |\n|---|---|---|\n| `id` | text | never reused |\n| `created_at` | time | UTC |\n| `state` | text | `open` or `done` |\n\nMore on {part} is in the guide.\n",
    edit: ["| `state` | text | `open` or `done` |", "| `state` | text | `open`, `done` or `failed` |"],
    note: "The third state was missing.",
  },
];

export const REVIEW_WORK: readonly TextWork[] = [
  {
    title: "Review of the {part} change",
    output:
      "Two findings.\n\n1. medium: the result of the {part} is used before it is checked.\n2. low: a comment names a function that no longer exists.\n",
    edit: ["2. low: a comment names a function that no longer exists.\n", ""],
    note: "The comment is gone on the main branch.",
  },
  {
    title: "Review: {part}, second round",
    output:
      "One finding.\n\n1. high: the {part} is written before the lock is held, so two requests can write at once.\n",
    edit: ["1. high:", "1. critical:"],
    note: "It loses data, so it is critical.",
  },
  {
    title: "Review: small fix in {part}",
    output: "No findings. The change of the {part} does what its title says.\n",
    edit: ["No findings. ", "No findings; the tests were read too. "],
    note: "Say that the tests were read.",
  },
];
