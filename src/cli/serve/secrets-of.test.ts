import { expect, it } from "vitest";
import type { Config } from "../../config/config.ts";
import { CONFIG_KEYS } from "../../config/config-keys.ts";
import { secretsOf } from "./secrets-of.ts";

it("knows every secret that is set, and nothing else", () => {
  const config = {
    store: "postgres://emend:p%40ss-word@db/emend",
    agent: "rio",
    server: { token: "server-token", host: "127.0.0.1" },
    webhooks: { urls: ["https://hooks.example/T000/B000"], secret: "whsec_one whsec_two" },
    telemetry: { otlpUrl: "https://name-only@collector.example/?key=abcdef" },
    github: { appKey: "line one\nline two", apiUrl: "https://api.github.com" },
  } as unknown as Config;
  const secrets = secretsOf(config);
  for (const secret of [
    "p%40ss-word",
    "p@ss-word",
    "server-token",
    "https://hooks.example/T000/B000",
    "whsec_two",
    "name-only",
    "key=abcdef",
    "line one\nline two",
  ]) {
    expect(secrets).toContain(secret);
  }
  expect(secrets).not.toContain("rio");
  expect(secrets.join(" ")).not.toContain("api.github.com");
});

it("there are secrets to know", () => {
  expect(CONFIG_KEYS.filter(({ secret }) => secret !== undefined).length).toBeGreaterThan(10);
});
