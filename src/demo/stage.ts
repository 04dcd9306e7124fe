import type { Agenda } from "./agenda.ts";
import type { Calendar } from "./calendar.ts";
import type { ApiClient, DemoWorld } from "./demo-world.ts";
import type { Random } from "./random.ts";

/** What all acts of the story share. */
export interface Stage {
  readonly world: DemoWorld;
  readonly calendar: Calendar;
  readonly agenda: Agenda;
  readonly random: (name: string) => Random;
  readonly admin: ApiClient;
  /** Throws unless the person or agent already has a token. */
  readonly as: (name: string) => ApiClient;
  readonly hasToken: (name: string) => boolean;
  /** The theme of each run's mistake. */
  readonly themeOf: Map<string, string>;
  readonly now: () => number;
}
