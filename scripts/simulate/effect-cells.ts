import type { World } from "./effect-world.ts";

export interface NamedWorld {
  readonly name: string;
  readonly world: World;
}

const PLAIN: World = {
  trigger: { count: 3, days: 7 },
  rate: 0.05,
  agents: 1,
  delay: 2,
  drift: "none",
  model: "none",
  burst: 1,
  others: 0,
  reduction: 0,
};

const named = (name: string, parts: Partial<World>): NamedWorld => ({ name, world: { ...PLAIN, ...parts } });

const OTHERS = { others: 0.3 } as const;
const TEAM = { agents: 5 } as const;

/** Rules that do nothing, in worlds that make them look good. */
export const NULL_WORLDS: readonly NamedWorld[] = [
  named("3 in a week", {}),
  named("3 in a week, rare", { rate: 0.01 }),
  named("3 in a week, very rare", { rate: 0.005 }),
  named("3 in a week, frequent", { rate: 0.2 }),
  named("3 in a week, in force on the next day", { delay: 0 }),
  named("3 in a week, in force after 10 days", { delay: 10 }),
  named("2 in 3 days, rare", { trigger: { count: 2, days: 3 }, rate: 0.01 }),
  named("5 in a week", { trigger: { count: 5, days: 7 } }),
  named("10 in a week", { trigger: { count: 10, days: 7 }, rate: 0.1 }),
  named("3 in 30 days, rare", { trigger: { count: 3, days: 30 }, rate: 0.01 }),
  named("team of 5", TEAM),
  named("team of 5, rare", { ...TEAM, rate: 0.005 }),
  named("team of 10, frequent", { agents: 10, rate: 0.2 }),
  named("with other mistakes", { ...OTHERS, rate: 0.1 }),
  named("team of 5 with other mistakes", { ...OTHERS, ...TEAM, rate: 0.1 }),
  named("bursts of 3", { burst: 3 }),
  named("bursts of 3, frequent", { burst: 3, rate: 0.2 }),
  named("bursts of 3, team of 5 with other mistakes", { ...TEAM, ...OTHERS, burst: 3, rate: 0.1 }),
  named("waves", { drift: "in waves" }),
  named("waves, frequent", { drift: "in waves", rate: 0.2 }),
  named("waves, team of 5", { ...TEAM, drift: "in waves" }),
  named("waves, team of 5 with other mistakes", { ...TEAM, ...OTHERS, drift: "in waves" }),
  named("all mistakes halve every 60 days", { drift: "all halve in 60 days", rate: 0.2 }),
  named("all mistakes halve every 60 days, team of 5", { ...TEAM, drift: "all halve in 60 days", rate: 0.2 }),
  named("all mistakes halve every 60 days, with other mistakes", {
    ...OTHERS,
    drift: "all halve in 60 days",
    rate: 0.2,
  }),
  named("all mistakes halve every 60 days, team of 5 with other mistakes", {
    ...OTHERS,
    ...TEAM,
    drift: "all halve in 60 days",
    rate: 0.2,
  }),
  named("this mistake halves every 120 days", { drift: "this one halves in 120 days", rate: 0.2 }),
  named("this mistake halves every 120 days, team of 5 with other mistakes", {
    ...OTHERS,
    ...TEAM,
    drift: "this one halves in 120 days",
    rate: 0.2,
  }),
  named("all mistakes double every 60 days", { drift: "all double in 60 days", rate: 0.1 }),
  named("other mistakes double", { ...OTHERS, drift: "others double", rate: 0.1 }),
  named("other mistakes double, team of 5", { ...OTHERS, ...TEAM, drift: "others double", rate: 0.1 }),
  named("new model, recorded", { ...OTHERS, model: "recorded, halves all", rate: 0.1 }),
  named("new model, recorded, team of 5", { ...OTHERS, ...TEAM, model: "recorded, halves all", rate: 0.1 }),
  named("new model, recorded, halves only this mistake, team of 5", {
    ...OTHERS,
    ...TEAM,
    model: "recorded, halves this one",
    rate: 0.1,
  }),
  named("new model, not recorded", { model: "not recorded, halves all", rate: 0.1 }),
  named("new model, not recorded, team of 5", { ...TEAM, model: "not recorded, halves all", rate: 0.1 }),
  named("new model, not recorded, team of 10, frequent", {
    agents: 10,
    model: "not recorded, halves all",
    rate: 0.2,
  }),
  named("new model, not recorded, with other mistakes", {
    ...OTHERS,
    model: "not recorded, halves all",
    rate: 0.1,
  }),
  named("new model, not recorded, halves only this mistake", {
    model: "not recorded, halves this one",
    rate: 0.1,
  }),
  named("new model, not recorded, halves only this mistake, team of 5 with other mistakes", {
    ...OTHERS,
    ...TEAM,
    model: "not recorded, halves this one",
    rate: 0.1,
  }),
];

/** Rules that prevent a part of their mistake. */
export const TRUE_WORLDS: readonly NamedWorld[] = [1, 0.9, 0.75, 0.5].flatMap((reduction) => {
  const of = (name: string, parts: Partial<World>): NamedWorld =>
    named(`${Math.round(reduction * 100)} %, ${name}`, { rate: 0.1, reduction, ...parts });
  return [
    of("1 agent, rare", { rate: 0.03 }),
    of("1 agent", {}),
    of("1 agent with other mistakes", OTHERS),
    of("1 agent, bursts of 3", { burst: 3 }),
    of("team of 5", TEAM),
    of("team of 5 with other mistakes", { ...TEAM, ...OTHERS }),
    of("team of 5 with other mistakes, model not recorded", {
      ...TEAM,
      ...OTHERS,
      model: "not recorded, halves all",
    }),
  ];
});
