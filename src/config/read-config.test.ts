import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DEFAULT_TRIAL_POLICY } from "../core/trial/trial-policy.ts";
import { DEFAULT_ALERT_THRESHOLDS } from "../core/pattern/alert.ts";
import { DEFAULT_RULE_POLICY } from "../core/evaluation/rule-policy.ts";
import { trustSettings } from "../../test/trust-settings.ts";
import { CONFIG_KEYS } from "./config-keys.ts";
import { readConfig, type ConfigQuestion, type ReadConfig } from "./read-config.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "emend-config-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function put(name: string, text: string | Buffer): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode: 0o600 });
  return path;
}

const HOME = (): string => join(folder, "home");
const ask = (question: Partial<ConfigQuestion> = {}) =>
  readConfig({ cwd: folder, ...question, env: { HOME: HOME(), ...question.env } });
const trust = (at = folder): Promise<void> => trustSettings(at, { HOME: HOME() });

async function read(question: Partial<ConfigQuestion> = {}): Promise<ReadConfig> {
  const answer = await ask(question);
  if (!answer.ok) throw new Error(answer.error.map(({ message }) => message).join("\n"));
  return answer.value;
}

/** Every problem as a person sees it, with this test's folder taken out. */
async function problems(question: Partial<ConfigQuestion> = {}): Promise<string> {
  const answer = await ask(question);
  if (answer.ok) return "";
  const lines = answer.error.map(({ source, message, code }) => `${source}: ${message} [${code}]`);
  return lines.join("\n").replaceAll(folder, "<folder>");
}

const sourceOf = ({ settings }: ReadConfig, name: string): string | undefined =>
  settings.find(({ key }) => key.name === name)?.source;

describe("the settings in use", () => {
  it("is the defaults without any settings", async () => {
    const { config, file, warnings, settings } = await read();
    expect(config).toEqual({
      store: ".emend/emend.db",
      reminders: "own",
      hook: { commitNotes: true },
      events: { stream: "asdlc:events:hitl_decisions", writeDecisions: false },
      embedding: { model: "text-embedding-3-small" },
      llm: { provider: "openai-compatible", callsPerDay: 200 },
      vectors: {},
      corrections: {},
      catalogue: { file: "emend.catalogue.jsonl" },
      ledger: { push: false },
      rejections: {},
      rules: DEFAULT_RULE_POLICY,
      trials: DEFAULT_TRIAL_POLICY,
      alerts: DEFAULT_ALERT_THRESHOLDS,
      gates: { duplicateAt: 0.85 },
      server: {
        host: "127.0.0.1",
        port: 4180,
        role: "all",
        bodyLimitKib: 4096,
        requestsPerMinute: 12_000,
        recordsPerMinute: 12_000,
        proposalsPerHour: 60,
        logLevel: "info",
      },
      oidc: { roleClaim: "emend_role", defaultRole: "none" },
      github: { peopleWork: "ignore", apiUrl: "https://api.github.com" },
      webhooks: {},
      telemetry: {},
    });
    expect({ file, warnings }).toEqual({ file: undefined, warnings: [] });
    expect(new Set(settings.map(({ source }) => source))).toEqual(new Set(["default", "not set"]));
  });

  it.each([
    { why: "only the default", from: {}, value: ".emend/emend.db", source: "default" },
    { why: "the file before the default", from: { file: true }, value: "file.db", source: "emend.yaml:2" },
    {
      why: "the environment before the file",
      from: { file: true, env: true },
      value: "env.db",
      source: "EMEND_STORE",
    },
    {
      why: "a flag before all",
      from: { file: true, env: true, flag: true },
      value: "flag.db",
      source: "--store",
    },
    { why: "a flag before the file", from: { file: true, flag: true }, value: "flag.db", source: "--store" },
    { why: "the environment alone", from: { env: true }, value: "env.db", source: "EMEND_STORE" },
  ])("takes $why", async ({ from, value, source }) => {
    if (from.file === true) {
      put("emend.yaml", "# ours\nstore: file.db\n");
      await trust();
    }
    const found = await read({
      env: from.env === true ? { EMEND_STORE: "env.db" } : {},
      flags: from.flag === true ? { store: "flag.db" } : {},
    });
    expect(found.config.store).toBe(value);
    expect(sourceOf(found, "store")).toBe(source);
  });

  it("takes every key from the environment, by its variable", async () => {
    const env = Object.fromEntries(
      CONFIG_KEYS.map(({ variable, kind, default: value }) => {
        if (kind.type === "address") return [variable, `${kind.schemes[0]}://host.example`];
        if (kind.type === "one_of") return [variable, String(value ?? kind.words[0])];
        return [variable, String(value ?? (kind.type === "number" ? kind.least : "code"))];
      }),
    );
    const { settings } = await read({ env });
    for (const { key, source } of settings) expect(source).toBe(key.variable);
    expect(new Set(settings.map(({ key }) => key.variable)).size).toBe(CONFIG_KEYS.length);
  });

  it("reads numbers, switches and lists out of text", async () => {
    const { config } = await read({
      env: {
        EMEND_RULES_APPROVERS: " 3 ",
        EMEND_RULES_PROPOSER_MAY_APPROVE: "false",
        EMEND_ALERTS_DOMINANT_SHARE: "0.25",
        EMEND_GATES_PACKS: "code, ./own.json,",
        EMEND_LLM_MODEL: "",
      },
    });
    expect(config.rules).toEqual({ ...DEFAULT_RULE_POLICY, approvers: 3, proposerMayApprove: false });
    expect(config.alerts.dominantShare).toBe(0.25);
    expect(config.gates.packs).toEqual(["code", "./own.json"]);
    expect(config.llm.model).toBeUndefined();
  });

  it("is frozen through and through", async () => {
    const { config } = await read({ env: { EMEND_GATES_PACKS: "code" } });
    for (const part of [config, config.rules, config.events, config.gates.packs]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
  });

  it("takes an empty file, a section without keys and an alias", async () => {
    put("emend.yaml", "");
    expect((await read()).config.store).toBe(".emend/emend.db");
    put("emend.yaml", "rules:\nembedding: {key: &k abc}\nllm: {key: *k}\n");
    await trust();
    expect((await read()).config.llm.key).toBe("abc");
  });
});

describe("the file", () => {
  it("is looked for up to the repository's root, and not beyond", async () => {
    put("emend.yaml", "agent: outside\n");
    put("repo/.git/HEAD", "");
    put("repo/a/b/x", "");
    const inner = join(folder, "repo/a/b");
    expect((await read({ cwd: inner })).config.agent).toBeUndefined();
    put("repo/emend.yaml", "agent: root\nledger: {folder: l}\ngates: {packs: [code, ./p.json]}\n");
    const found = await read({ cwd: inner });
    expect(found.config.agent).toBe("root");
    expect(sourceOf(found, "agent")).toBe("../../emend.yaml:1");
    put("repo/a/emend.yaml", "agent: nearer\n");
    expect((await read({ cwd: inner })).config.agent).toBe("nearer");
  });

  it("outside a repository is only that of the present folder", async () => {
    put("emend.yaml", "agent: here\n");
    put("sub/x", "");
    expect((await read()).config.agent).toBe("here");
    expect((await read({ cwd: join(folder, "sub") })).config.agent).toBeUndefined();
  });

  it("resolves paths from its own folder, which has the default store too", async () => {
    put("repo/.git/HEAD", "");
    put("repo/sub/x", "");
    const root = join(folder, "repo");
    put("repo/emend.yaml", "ledger: {folder: l}\ngates: {packs: [code, ./p.json]}\n");
    await trust(root);
    const { config } = await read({ cwd: join(root, "sub") });
    expect(config.store).toBe(join(root, ".emend/emend.db"));
    expect(config.ledger.folder).toBe(join(root, "l"));
    expect(config.catalogue.file, "beside the file that was found").toBe(join(root, "emend.catalogue.jsonl"));
    expect(config.gates.packs).toEqual(["code", join(root, "p.json")]);
  });

  it("may be named, and can then be in any folder", async () => {
    put("emend.yaml", "agent: found\n");
    put("etc/other.yaml", "agent: named\nledger: {folder: l}\n");
    const { config } = await read({ env: { EMEND_CONFIG: "etc/other.yaml" } });
    expect(config).toMatchObject({
      agent: "named",
      store: ".emend/emend.db",
      ledger: { folder: join(folder, "etc/l") },
    });
  });

  it.each([
    { why: "it is not there", file: "nowhere.yaml", says: "there is no such file" },
    { why: "it is a folder", file: ".", says: "it is a folder" },
    { why: "it is too large", file: "large.yaml", says: "it is larger than 256 KiB" },
    { why: "it is no text", file: "binary.yaml", says: "it is not text in UTF-8" },
  ])("says why it cannot be read: $why", async ({ file, says }) => {
    put("large.yaml", "#".repeat(256 * 1024 + 1));
    put("binary.yaml", Buffer.from([0x61, 0xff, 0xfe]));
    const told = await problems({ env: { EMEND_CONFIG: file } });
    expect(told).toContain(`cannot read the configuration: ${says} [config_unreadable]`);
  });
});

describe("secrets", () => {
  const SECRET = "s3cret-of-the-model";

  it.each([
    { why: "file: in the file", yaml: "llm: {key: 'file:secret'}", env: {} },
    { why: "a key that ends in _file", yaml: "llm: {key_file: secret}", env: {} },
    { why: "file: in the environment", yaml: "", env: { EMEND_LLM_KEY: "file:secret" } },
    { why: "a variable that ends in _FILE", yaml: "", env: { EMEND_LLM_KEY_FILE: "secret" } },
  ])("come out of a file by $why", async ({ yaml, env }) => {
    put("secret", `${SECRET}\n`);
    put("emend.yaml", yaml);
    expect((await read({ env: { EMEND_CONFIG: "emend.yaml", ...env } })).config.llm.key).toBe(SECRET);
  });

  it("of addresses do too", async () => {
    put("url", "postgres://emend:pw@db/emend\n");
    const { config } = await read({ env: { EMEND_STORE: `file://${join(folder, "url")}` } });
    expect(config.store).toBe("postgres://emend:pw@db/emend");
  });

  it("that cannot be read name the key and the file", async () => {
    put("empty", "\n");
    put(
      "emend.yaml",
      "llm: {key_file: nowhere}\nembedding: {key: 'file:empty'}\nrejections: {key_file: 5}\n",
    );
    const env = { EMEND_CONFIG: "emend.yaml", EMEND_REDIS_URL: "redis://a", EMEND_REDIS_URL_FILE: "b" };
    expect(await problems({ env })).toMatchInlineSnapshot(`
      "emend.yaml:1: llm.key: cannot read it from nowhere: there is no such file [secret_unreadable]
      emend.yaml:2: embedding.key: the file empty is empty [secret_unreadable]
      emend.yaml:3: rejections.key: expected the path of a file [secret_unreadable]
      EMEND_REDIS_URL_FILE: events.redis_url is also set by EMEND_REDIS_URL; unset one of them [duplicate_key]"
    `);
  });

  it.runIf(process.platform !== "win32")("in a file that everybody may read are warned of", async () => {
    const file = put("emend.yaml", "llm:\n  key: abc\nevents: {redis_url: 'redis://u:p@h'}\nstore: x.db\n");
    expect((await read()).warnings).toEqual([]);
    chmodSync(file, 0o644);
    expect((await read()).warnings).toMatchInlineSnapshot(`
      [
        "emend.yaml:2: every user of this machine can read llm.key; put it in a separate file and set llm.key_file, or run chmod o-r emend.yaml",
        "emend.yaml:3: every user of this machine can read events.redis_url; put it in a separate file and set events.redis_url_file, or run chmod o-r emend.yaml",
      ]
    `);
  });

  it("an empty rejection key stays one: a secret that is not set must not turn the check off", async () => {
    const { config } = await read({ env: { EMEND_REJECTION_KEY: "" } });
    expect(config.rejections.key).toBe("");
  });
});

describe("problems", () => {
  it("are reported all at once, each with its position, the expected and the actual value", async () => {
    put(
      "emend.yaml",
      `stor: x.db
store: mysql://host/db
rules:
  aprovers: 3
  approvers: three
  token_budget: 1.5
  occurrences: 1
  withhold_flagged: yes
  reviewers:
rules.approvers: 3
approvers: 3
llm:
  provider: gpt
  model: 4
  key: 12345678
  calls_per_day: [1]
events: redis://h
embedding: {url: ftp://h, key: {a: 1}}
gates: {packs: code}
alerts: {repeat_count: 0}
zzzzzzzz: 1
agent: a
agent: b
`,
    );
    expect(await problems()).toMatchInlineSnapshot(`
      "emend.yaml:1: there is no key stor; did you mean store? [unknown_key]
      emend.yaml:2: store: expected the path of a file, or an address such as postgres://host:5432/emend, got an invalid text [invalid_value]
      emend.yaml:4: there is no key rules.aprovers; did you mean rules.approvers? [unknown_key]
      emend.yaml:5: rules.approvers: expected a whole number from 1 to 20, got the text "three" [invalid_value]
      emend.yaml:6: rules.token_budget: expected a whole number from 0 to 1000000, got 1.5 [invalid_value]
      emend.yaml:7: rules.occurrences: expected a whole number from 2 to 1000, got 1 [invalid_value]
      emend.yaml:8: rules.withhold_flagged: expected true or false, got the text "yes" [invalid_value]
      emend.yaml:9: rules.reviewers: expected a whole number from 2 to 100, got nothing [invalid_value]
      emend.yaml:10: there is no key rules.approvers; write \`approvers\` on a line of its own, indented below \`rules:\` [unknown_key]
      emend.yaml:11: there is no key approvers; did you mean rules.approvers? [unknown_key]
      emend.yaml:13: llm.provider: expected one of openai-compatible, anthropic, got the text "gpt" [invalid_value]
      emend.yaml:14: llm.model: expected text, got 4; put it in quotes [invalid_value]
      emend.yaml:15: llm.key: expected text, got a number; put it in quotes [invalid_value]
      emend.yaml:16: llm.calls_per_day: expected a whole number from 0 to 1000000, got a list [invalid_value]
      emend.yaml:17: events: expected a group of keys [invalid_value]
      emend.yaml:18: embedding.url: expected an address that starts with http:// or https://, got an invalid text [invalid_value]
      emend.yaml:18: embedding.key: expected text, got a group of keys [invalid_value]
      emend.yaml:19: gates.packs: expected a list, got the text "code" [invalid_value]
      emend.yaml:20: alerts.repeat_count: expected a whole number from 1 to 1000000, got 0 [invalid_value]
      emend.yaml:21: there is no key zzzzzzzz; \`emend config schema\` lists them all [unknown_key]
      emend.yaml:23: agent is set twice; remove one of them [duplicate_key]"
    `);
  });

  it("in the environment and in flags name the variable and the option", async () => {
    const env = {
      EMEND_RULES_APPROVERS: "1e3",
      EMEND_LLM_PROVIDER: "gpt",
      EMEND_LEDGER_PUSH: "1",
      EMEND_REDIS_URL: "redis://",
      EMEND_GATES_PACKS: ",",
    };
    expect(await problems({ env, flags: { "events.redis_url": "host:6379" } })).toMatchInlineSnapshot(`
      "EMEND_REDIS_URL: events.redis_url: expected an address that starts with redis:// or rediss://, got an invalid text [invalid_value]
      EMEND_LLM_PROVIDER: llm.provider: expected one of openai-compatible, anthropic, got the text "gpt" [invalid_value]
      EMEND_LEDGER_PUSH: ledger.push: expected true or false, got the text "1" [invalid_value]
      EMEND_RULES_APPROVERS: rules.approvers: expected a whole number from 1 to 20, got the text "1e3" [invalid_value]
      EMEND_GATES_PACKS: gates.packs: expected a list, got an empty list [invalid_value]
      --redis: events.redis_url: expected an address that starts with redis:// or rediss://, got an invalid text [invalid_value]"
    `);
  });

  it("that only the whole shows", async () => {
    put("emend.yaml", "rules:\n  stabilising_days: 40\n");
    expect(await problems({ env: { EMEND_RULES_FLAG_AFTER_DAYS: "35" } })).toMatchInlineSnapshot(
      `"EMEND_RULES_FLAG_AFTER_DAYS: rules.flag_after_days: expected at least the 40 days of rules.stabilising_days, got 35 [invalid_value]"`,
    );
  });

  it.each([
    { yaml: "rules:\n\tapprovers: 3", says: ":2: this line is indented with a tab; use spaces" },
    { yaml: "agent: !env NAME", says: ":1: tags are not supported; a value that starts with ! needs quotes" },
    { yaml: 'agent: "rio', says: ":1: a colon, a quote or a bracket is missing" },
    {
      yaml: "llm: {key: *secretvalue}",
      says: ":1: this alias has no anchor; a value that starts with * needs quotes",
    },
    { yaml: "agent: a\n---\nagent: b", says: ":2: expected one document; remove the line with ---" },
    { yaml: "- agent", says: ":1: expected keys with values, such as `store: .emend/emend.db`" },
    { yaml: "agent", says: ":1: expected keys with values, such as `store: .emend/emend.db`" },
    {
      yaml: `agent: &a x\ngates: {packs: [${Array(9).fill("*a").join()}]}`,
      says: ":2: expected at most 8 aliases",
    },
    { yaml: "5: x", says: ":1: expected the name of a key" },
    { yaml: "[".repeat(200_000), says: ":1: this is not valid YAML" },
  ])("of syntax never quote the file: $says", async ({ yaml, says }) => {
    put("emend.yaml", yaml);
    const told = await problems();
    expect(told).toContain(`emend.yaml${says} [`);
    expect(told).not.toContain("secretvalue");
  });

  it("a variable that is nearly one of ours is a warning, since others may have that prefix too", async () => {
    const env = { EMEND_RULES_APROVERS: "3", EMEND_SOMETHING_ELSE_ENTIRELY: "1" };
    expect((await read({ env })).warnings).toEqual([
      "EMEND_RULES_APROVERS is not an Emend variable; did you mean EMEND_RULES_APPROVERS?",
    ]);
  });
});
