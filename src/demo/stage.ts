import type { Agenda } from "./agenda.ts";
import type { Calendar } from "./calendar.ts";
import type { Ask, DemoWorld } from "./demo-world.ts";
import type { Random } from "./random.ts";

/** What every act of the story works with. */
export interface Stage {
  readonly world: DemoWorld;
  readonly calendar: Calendar;
  readonly agenda: Agenda;
  /** Chance of its own for each part of the story. */
  readonly random: (name: string) => Random;
  readonly admin: Ask;
  /** Whoever has a token by now: a person, or an agent. */
  readonly as: (name: string) => Ask;
  readonly hasToken: (name: string) => boolean;
  /** Which mistake the feedback on a run is about. */
  readonly themeOf: Map<string, string>;
  readonly now: () => number;
}
