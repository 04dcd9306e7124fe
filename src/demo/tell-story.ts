import { planLastDay } from "./acts/last-day.ts";
import { planReviews } from "./acts/machine-reviews.ts";
import { planOddRecords } from "./acts/odd-records.ts";
import { planOwnRules } from "./acts/own-rules.ts";
import { planRollouts } from "./acts/rollouts.ts";
import { planRuleActs } from "./acts/rule-acts.ts";
import { planWorkDays } from "./acts/work-days.ts";
import { createAgenda } from "./agenda.ts";
import { createCalendar, hours, isWeekend, midnights } from "./calendar.ts";
import { DemoFault, type DemoWorld, type ApiClient, must } from "./demo-world.ts";
import { createRandom } from "./random.ts";
import type { Stage } from "./stage.ts";
import { AGENTS, PEOPLE } from "./story.ts";

/** Tokens must not expire during the story. */
const TOKEN_HOURS = 24 * 400;

export interface StoryOptions {
  readonly seed: number;
  readonly days: number;
  /** When the story ends. */
  readonly present: Date;
  /** The token of the first administrator. */
  readonly adminToken: string;
  /** Called with the progress from 0 to 1. */
  readonly onProgress?: (done: number) => void;
}

/** The hours at which the background work runs. A real server runs it continuously. */
const ROUND_HOURS = [10, 14, 18.5];
/** The story days on which the webhook endpoint is added, goes down and comes back. */
const ENDPOINT = { added: 43.2, down: 49.9, back: 51.9 };

/** Plays the story through the API, with the clock set to the time of each action. The same options give the same history. */
export async function tellStory(world: DemoWorld, options: StoryOptions): Promise<void> {
  const { seed, days, present, adminToken, onProgress } = options;
  const calendar = createCalendar(present, days);
  const agenda = createAgenda(calendar.present);
  let now = calendar.begin;
  const admin = world.as(adminToken);
  const clients = issueTokens({ agenda, calendar, admin, world });
  const stage: Stage = {
    world,
    calendar,
    agenda,
    random: (name) => createRandom(seed, name),
    admin,
    as: (name) => {
      const client = clients.get(name);
      if (client === undefined) throw new DemoFault(`${name} has no token yet`);
      return client;
    },
    hasToken: (name) => clients.has(name),
    themeOf: new Map(),
    now: () => now,
  };
  planRounds(stage);
  planEndpoint(stage);
  const runs = planWorkDays(stage);
  planReviews(stage, planRollouts(stage));
  planOwnRules(stage);
  planRuleActs(stage);
  planOddRecords(stage);
  planLastDay(stage, runs);
  await agenda.run((time) => {
    now = time;
    world.setNow(time);
    onProgress?.((time - calendar.begin) / (calendar.present - calendar.begin));
  });
  world.setNow(calendar.present);
  await world.round({ measure: true });
}

function planRounds({ agenda, calendar, world }: Stage): void {
  for (const midnight of midnights(calendar)) {
    // Little happens at weekends.
    for (const hour of isWeekend(midnight) ? ROUND_HOURS.slice(-1) : ROUND_HOURS) {
      const time = midnight + hours(hour);
      if (time < calendar.begin) continue;
      agenda.add(time, () => world.round({ measure: hour === ROUND_HOURS.at(-1) }));
    }
  }
}

function planEndpoint({ agenda, calendar, world }: Stage): void {
  agenda.add(calendar.at(ENDPOINT.added), () => world.startDelivery());
  agenda.add(calendar.at(ENDPOINT.down), async () => world.setEndpointUp(false));
  agenda.add(calendar.at(ENDPOINT.back), async () => {
    world.setEndpointUp(true);
    await world.startDelivery();
  });
}

interface Issued {
  readonly token: { readonly id: string };
  readonly text: string;
}

/** Issues tokens to agents and people as they join, and one that is revoked later. */
function issueTokens(stage: Pick<Stage, "agenda" | "calendar" | "admin" | "world">): Map<string, ApiClient> {
  const clients = new Map<string, ApiClient>();
  const { agenda, calendar, admin, world } = stage;
  const issue = (body: Readonly<Record<string, unknown>>): Promise<Issued> =>
    must(admin("POST", "/tokens", { ...body, expires_in_hours: TOKEN_HOURS }));
  for (const { name, from } of AGENTS) {
    agenda.add(calendar.at(from), async () => {
      const { text } = await issue({ name, role: "agent", agent: name });
      clients.set(name, world.as(text));
    });
  }
  for (const { name, role, from } of PEOPLE) {
    agenda.add(calendar.at(from), async () => {
      const { text } = await issue({ name, role });
      clients.set(name, world.as(text));
    });
  }
  agenda.add(calendar.at(3), async () => {
    const { token } = await issue({ name: "rio's old hooks", role: "agent", agent: "rio" });
    agenda.add(calendar.at(26.4), async () => {
      await must(admin("POST", `/tokens/${token.id}/revoke`));
    });
  });
  return clients;
}
