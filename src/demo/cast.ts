import { type Ask, must } from "./demo-world.ts";
import { AGENTS, PEOPLE } from "./story.ts";
import type { Stage } from "./stage.ts";

interface Issued {
  readonly token: { readonly id: string };
  readonly text: string;
}

/** Longer than any story. */
const TOKEN_HOURS = 24 * 400;

/** Gives everybody a token as an administrator does: agents and people as they join, and one that is revoked. */
export function castPeople(stage: Pick<Stage, "agenda" | "calendar" | "admin" | "world">): Map<string, Ask> {
  const asks = new Map<string, Ask>();
  const { agenda, calendar, admin, world } = stage;
  const issue = (body: Readonly<Record<string, unknown>>): Promise<Issued> =>
    must(admin("POST", "/tokens", { ...body, expires_in_hours: TOKEN_HOURS }));
  for (const { name, from } of AGENTS) {
    agenda.add(calendar.at(from), async () => {
      const { text } = await issue({ name, role: "agent", agent: name });
      asks.set(name, world.as(text));
    });
  }
  for (const { name, role, from } of PEOPLE) {
    agenda.add(calendar.at(from), async () => {
      const { text } = await issue({ name, role });
      asks.set(name, world.as(text));
    });
  }
  agenda.add(calendar.at(3), async () => {
    const { token } = await issue({ name: "rio's old hooks", role: "agent", agent: "rio" });
    agenda.add(calendar.at(26.4), async () => {
      await must(admin("POST", `/tokens/${token.id}/revoke`));
    });
  });
  return asks;
}
