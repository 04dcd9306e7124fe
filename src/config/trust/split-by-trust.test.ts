import { describe, expect, it } from "vitest";
import { CONFIG_KEYS, findKey } from "../config-keys.ts";
import type { RawSetting } from "../raw-setting.ts";
import { needsTrust } from "./split-by-trust.ts";

const rawSettings = (name: string, value: unknown, inFile = false): RawSetting => ({
  key: findKey(name)!,
  value,
  source: "emend.yaml:1",
  base: "/repository",
  asText: false,
  inFile,
});

describe("which settings of a repository need trust", () => {
  it("15.3 only these count without it; adding one is a decision", () => {
    const free = CONFIG_KEYS.filter((key) => key.free !== undefined).map(({ name }) => name);
    expect(free.filter((name) => !/^(?:rules|alerts)\./.test(name))).toEqual([
      "agent",
      "reminders",
      "hook.commit_notes",
      "gates.packs",
      "gates.hours",
      "server.role",
      "server.body_limit_kib",
      "server.log_level",
    ]);
    expect(free.filter((name) => name.startsWith("rules."))).toEqual([
      "rules.approvers",
      "rules.proposer_may_approve",
      "rules.occurrences",
      "rules.reviewers",
      "rules.rules_per_agent",
      "rules.token_budget",
      "rules.proposal_expiry_days",
      "rules.deferrals",
      "rules.stabilising_days",
      "rules.flag_after_days",
      "rules.flag_under_reduction",
      "rules.flag_expected",
      "rules.withhold_flagged",
    ]);
  });

  it("15.3 no address, path or secret is among them", () => {
    const wrong = CONFIG_KEYS.filter(
      ({ kind, secret, free }) =>
        free !== undefined && (secret !== undefined || ["address", "store", "path"].includes(kind.type)),
    );
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  it("15.3 an address in whose section a secret stands says which secrets it receives", () => {
    const sections = new Set(
      CONFIG_KEYS.filter(
        ({ secret, name }) => secret === "whole" && !/^(?:webhooks|rejections)\./.test(name),
      ).map(({ name }) => name.split(".")[0]!),
    );
    const silent = CONFIG_KEYS.filter(
      ({ name, kind, receives }) =>
        kind.type === "address" && sections.has(name.split(".")[0]!) && receives === undefined,
    );
    // The server's own address as browsers know it; nothing is sent there.
    expect(silent.map(({ name }) => name)).toEqual(["server.public_url"]);
  });

  it.each([
    { name: "rules.approvers", value: 1, needs: true },
    { name: "rules.approvers", value: 2, needs: false },
    { name: "rules.approvers", value: 5, needs: false },
    { name: "rules.approvers", value: "1", needs: true },
    { name: "gates.packs", value: ["code"], needs: false },
    { name: "gates.packs", value: ["code", "./own.json"], needs: true },
    { name: "gates.packs", value: ["own.JSON"], needs: true },
    { name: "gates.packs", value: "code", needs: true },
    { name: "reminders", value: "off", needs: false },
    { name: "reminders", value: "own", needs: false },
    { name: "reminders", value: "team", needs: true },
    { name: "store", value: ".emend/emend.db", needs: false },
    { name: "store", value: "other.db", needs: true },
    { name: "github.api_url", value: "https://api.github.com", needs: false },
    { name: "ledger.push", value: false, needs: false },
    { name: "ledger.push", value: true, needs: true },
  ])("15.3 $name: $value", ({ name, value, needs }) => {
    expect(needsTrust(rawSettings(name, value))).toBe(needs);
  });

  it("15.3 a file that holds a value always does", () => {
    expect(needsTrust(rawSettings("store", ".emend/emend.db", true))).toBe(true);
  });
});
