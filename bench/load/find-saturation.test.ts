import { describe, expect, it } from "vitest";
import { findSaturation, type Sample } from "./find-saturation.ts";

const CALM: Sample = {
  asked: 100,
  answered: 100,
  failed: 0,
  p95Ms: 12,
  lagMs: 11,
  cores: { server: 0.3, worker: 0.2, postgres: 0.2, redis: 0.01, generator: 0.1 },
  servers: 1,
  machineCores: 8,
  otherCores: 0,
  recorded: 40,
  fellBehind: 0,
};

describe("findSaturation", () => {
  it.each<{ why: string; sample: Partial<Sample>; parts: readonly string[] }>([
    { why: "everything keeps up", sample: {}, parts: [] },
    { why: "a worker that is a little behind catches up", sample: { fellBehind: 3 }, parts: [] },
    { why: "the learner takes in half of what comes", sample: { fellBehind: 20 }, parts: ["worker"] },
    {
      why: "nothing is recorded, so an old backlog says nothing",
      sample: { recorded: 0, fellBehind: 9 },
      parts: [],
    },
    {
      why: "answers are missing and the one server's thread is full",
      sample: { answered: 60, cores: { ...CALM.cores, server: 0.97 } },
      parts: ["server"],
    },
    {
      why: "two servers share what fills one",
      sample: { answered: 60, servers: 2, cores: { ...CALM.cores, server: 0.97 } },
      parts: ["disk"],
    },
    {
      why: "answers come in time but the loop is late",
      sample: { lagMs: 450, cores: { ...CALM.cores, server: 0.9 } },
      parts: ["server"],
    },
    {
      why: "the generator cannot send more, which says nothing of the server",
      sample: { answered: 60, cores: { ...CALM.cores, generator: 0.95 } },
      parts: ["generator"],
    },
    {
      why: "all share two cores and none fills one",
      sample: {
        p95Ms: 2_000,
        machineCores: 2,
        cores: { server: 0.6, worker: 0.4, postgres: 0.5, redis: 0, generator: 0.3 },
      },
      parts: ["machine"],
    },
    {
      why: "others keep the machine busy, which says nothing of the disk",
      sample: { p95Ms: 2_000, machineCores: 2, otherCores: 1.2 },
      parts: ["machine"],
    },
    {
      why: "the database works more than one core",
      sample: { p95Ms: 2_000, cores: { ...CALM.cores, postgres: 1.8 } },
      parts: ["postgres"],
    },
    { why: "nothing is busy and answers are late", sample: { p95Ms: 2_000 }, parts: ["disk"] },
    {
      why: "the learner and the server at once",
      sample: { fellBehind: 20, answered: 60, cores: { ...CALM.cores, server: 0.97 } },
      parts: ["worker", "server"],
    },
    { why: "a failed request is never fine", sample: { failed: 1 }, parts: ["disk"] },
  ])("$why", ({ sample, parts }) => {
    expect(findSaturation({ ...CALM, ...sample }).map(({ part }) => part)).toEqual(parts);
  });

  it("names who uses a machine that is full", () => {
    const cores = { server: 0.3, worker: 0.2, postgres: 0.6, redis: 0, generator: 0.2 };
    const [found] = findSaturation({ ...CALM, machineCores: 2, otherCores: 0.5, p95Ms: 1_500, cores });
    expect(found?.says).toBe(
      "100 of 100 a second answered, p95 1500 ms; most of it is used by postgres, and 0.5 cores by other work",
    );
  });
});
