import { must } from "../demo-world.ts";
import type { Stage } from "../stage.ts";
import { OWN_RULES } from "../story.ts";

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
