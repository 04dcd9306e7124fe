import { must } from "../demo-world.ts";
import type { Stage } from "../stage.ts";

/** A rule in a person's own words, and who approves it. */
interface OwnRule {
  readonly day: number;
  readonly by: string;
  readonly text: string;
  readonly reason: string;
  readonly agent: string;
  readonly approvals: readonly { readonly day: number; readonly by: string }[];
  readonly retired?: { readonly day: number; readonly by: string; readonly reason: string };
}

const OWN_RULES: readonly OwnRule[] = [
  {
    day: 6.4,
    by: "ana",
    text: "Use relative paths to import modules of the app.",
    reason: "The alias is not understood by the old build.",
    agent: "rio",
    approvals: [
      { day: 7.4, by: "ben" },
      { day: 8.5, by: "emil" },
    ],
  },
  {
    day: 9.4,
    by: "emil",
    text: "Address customers by their first name.",
    reason: "The shop does so everywhere else.",
    agent: "support-drafts",
    approvals: [
      { day: 9.6, by: "ana" },
      { day: 10.4, by: "ben" },
    ],
    retired: { day: 33.4, by: "emil", reason: "Business customers asked us not to." },
  },
  {
    // Says what a rule in force says.
    day: 53.4,
    by: "ben",
    text: "Add a test with each change of behaviour, and see it fail without the change.",
    reason: "Two fixes came without one before my holiday.",
    agent: "rio",
    approvals: [],
  },
  {
    // Has warnings: an address, and words that leave open what to do.
    day: 55.2,
    by: "cleo",
    text: "Perhaps follow the voice guide at https://handbook.example/voice where it fits.",
    reason: "Replies sound different from one day to the next.",
    agent: "support-drafts",
    approvals: [],
  },
];

/** Rules that people propose themselves. */
export function planOwnRules({ agenda, calendar, as }: Stage): void {
  for (const { day, by, text, reason, agent, approvals, retired } of OWN_RULES) {
    agenda.add(calendar.at(day), async () => {
      const scope = { agents: [agent], paths: [] };
      const { rule_id } = await must<{ readonly rule_id: string }>(
        as(by)("POST", "/proposals", { text, reason, scope }),
      );
      for (const each of approvals) {
        agenda.add(calendar.at(each.day), async () => {
          await must(as(each.by)("POST", `/proposals/${rule_id}/approve`, { version: 1 }));
        });
      }
      if (retired === undefined) return;
      agenda.add(calendar.at(retired.day), async () => {
        await must(as(retired.by)("POST", `/rules/${rule_id}/retire`, { reason: retired.reason }));
      });
    });
  }
}
