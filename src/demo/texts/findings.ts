/** A problem that the machine reviewer claims; `{fn}` and `{part}` are filled in. */
export interface FindingText {
  readonly severity: "critical" | "high" | "medium" | "low";
  readonly category: "correctness" | "security" | "performance" | "reliability" | "maintainability";
  readonly title: string;
  readonly message: string;
}

export const FINDINGS: readonly FindingText[] = [
  {
    severity: "high",
    category: "correctness",
    title: "Result used before it is checked",
    message:
      "`{fn}` reads `answer.id` before it knows that there is an answer, so a timeout crashes the {part}.",
  },
  {
    severity: "medium",
    category: "performance",
    title: "Query in a loop",
    message: "`{fn}` asks the database once for each row of the {part}; ask for all of them at once.",
  },
  {
    severity: "high",
    category: "security",
    title: "Redirect to any address",
    message: "The {part} sends the browser to whatever `next` says. Take paths of our own only.",
  },
  {
    severity: "low",
    category: "maintainability",
    title: "Two names for one thing",
    message: "`{fn}` calls it `order` and then `purchase`; keep one word.",
  },
  {
    severity: "medium",
    category: "correctness",
    title: "Off by one at the end of a page",
    message: "The last row of each page of the {part} is also the first of the next.",
  },
  {
    severity: "critical",
    category: "security",
    title: "Query built from text",
    message: "`{fn}` joins the search words into SQL; bind them as parameters.",
  },
  {
    severity: "medium",
    category: "correctness",
    title: "Promise not awaited",
    message: "`{fn}` starts the write of the {part} and answers before it is done; await it.",
  },
  {
    severity: "low",
    category: "maintainability",
    title: "Comment says something else",
    message: "The comment above `{fn}` describes what it did before this change.",
  },
  {
    severity: "medium",
    category: "reliability",
    title: "No timeout",
    message: "The call to the partner in `{fn}` has no timeout, so one slow partner holds every worker.",
  },
  {
    severity: "high",
    category: "correctness",
    title: "Sum in floating point",
    message: "`{fn}` adds prices as fractions; keep them in cents.",
  },
  {
    severity: "medium",
    category: "security",
    title: "Token in the address",
    message: "The link of the {part} carries the token as a query parameter, which proxies write down.",
  },
  {
    severity: "low",
    category: "maintainability",
    title: "Magic number",
    message: "Name the 86400 in `{fn}`; it is a day in seconds.",
  },
  {
    severity: "medium",
    category: "reliability",
    title: "Listener never removed",
    message: "Each {part} adds a listener that nobody removes; memory grows with every request.",
  },
  {
    severity: "high",
    category: "reliability",
    title: "Lock held over the network",
    message: "`{fn}` keeps the row locked while it waits for the carrier.",
  },
  {
    severity: "low",
    category: "performance",
    title: "Whole file read",
    message: "The {part} is read into memory to count its lines; stream it.",
  },
  {
    severity: "medium",
    category: "correctness",
    title: "Ends of the range",
    message: "`{fn}` leaves the last day of the month out, since it compares with `<`.",
  },
  {
    severity: "high",
    category: "security",
    title: "Role taken from the request",
    message: "The {part} believes the role that the browser sends; read it from the session.",
  },
  {
    severity: "low",
    category: "maintainability",
    title: "Copied function",
    message: "`{fn}` is a copy of the one for returns with another name; call that one.",
  },
  {
    severity: "medium",
    category: "reliability",
    title: "Not safe to repeat",
    message: "When the queue delivers the {part} again, `{fn}` books it again.",
  },
  {
    severity: "low",
    category: "correctness",
    title: "Empty list shown as an error",
    message: "A shop without any {part} gets a 500 where an empty page belongs.",
  },
];
