import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { runCli } from "../../../test/run-cli.ts";
import { trustSettings } from "../../../test/trust-settings.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "emend-config-cli-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function put(name: string, text: string): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode: 0o600 });
  return path;
}

const home = (): Record<string, string> => ({ HOME: join(folder, "home") });
const run = (args: readonly string[], env: Record<string, string> = {}) =>
  runCli(args, { cwd: folder, env: { ...home(), ...env } });
/** Writes settings that their user trusts. */
async function putTrusted(text: string): Promise<void> {
  put("emend.yaml", text);
  await trustSettings(folder, home());
}
const placed = (text: string): string => text.replaceAll(folder, "<folder>");

const FILE = `store: team.db
llm:
  model: some-model
  key: a-secret-of-many-letters
rules:
  approvers: 3
`;

describe("emend config", () => {
  it("prints the settings as YAML, with the source of each value that is not a default", async () => {
    await putTrusted(FILE);
    const { code, stdout, stderr } = await run(["config", "--redis", "redis://ada:pw@cache:6379"], {
      EMEND_RULES_TOKEN_BUDGET: "900",
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(placed(stdout)).toMatchInlineSnapshot(`
      "# <folder>/emend.yaml
      store: team.db                              # emend.yaml:1
      reminders: own
      hook:
        commit_notes: true
      events:
        redis_url: "redis://ada:••••@cache:6379"  # --redis
        stream: asdlc:events:hitl_decisions
        write_decisions: false
      embedding:
        model: text-embedding-3-small
      llm:
        provider: openai-compatible
        model: some-model                         # emend.yaml:3
        key: "••••rs"                             # emend.yaml:4
        calls_per_day: 200
      catalogue:
        file: emend.catalogue.jsonl
      ledger:
        push: false
      rules:
        approvers: 3                              # emend.yaml:6
        proposer_may_approve: true
        occurrences: 3
        reviewers: 2
        rules_per_agent: 20
        token_budget: 900                         # EMEND_RULES_TOKEN_BUDGET
        proposal_expiry_days: 7
        deferrals: 4
        stabilising_days: 7
        flag_after_days: 30
        flag_under_reduction: 0.1
        flag_expected: 3
        withhold_flagged: false
      trials:
        share: 0.5
        margin: 0.25
        retire: false
      alerts:
        repeat_count: 3
        repeat_hours: 6
        drop_points: 15
        drop_sample: 5
        dominant_share: 0.4
        dominant_rejections: 5
      gates:
        duplicate_at: 0.85
      server:
        host: "127.0.0.1"
        port: 4180
        role: all
        body_limit_kib: 4096
        requests_per_minute: 12000
        records_per_minute: 12000
        proposals_per_hour: 60
        log_level: info
      oidc:
        role_claim: emend_role
        default_role: none
      github:
        people_work: ignore
        api_url: https://api.github.com
      "
    `);
    expect(parse(stdout)).toMatchObject({ store: "team.db", rules: { approvers: 3, token_budget: 900 } });
  });

  it("says with --sources of every value where it comes from, and what is not set", async () => {
    const { stdout } = await run(["config", "--sources"], { EMEND_AGENT: "rio" });
    expect(stdout.split("\n").slice(0, 14).join("\n")).toMatchInlineSnapshot(`
      "# no emend.yaml; values without a comment are defaults
      agent: rio                             # EMEND_AGENT
      store: .emend/emend.db                 # default
      reminders: own                         # default
      hook:
        commit_notes: true                   # default
      events:
        # redis_url:                         # not set; EMEND_REDIS_URL
        stream: asdlc:events:hitl_decisions  # default
        # own_stream:                        # not set; EMEND_EVENTS_OWN_STREAM
        write_decisions: false               # default
      embedding:
        # url:                               # not set; EMEND_EMBEDDING_URL
        model: text-embedding-3-small        # default"
    `);
  });

  it("prints JSON", async () => {
    await putTrusted(FILE);
    const { stdout } = await run(["config", "--json", "--sources"]);
    const answer = JSON.parse(stdout) as { config: object; sources: Record<string, string>; file: string };
    expect(answer.file).toBe(join(folder, "emend.yaml"));
    expect(answer.config).toMatchObject({
      store: "team.db",
      llm: { key: "••••rs", url: null },
      rules: { approvers: 3 },
    });
    expect(answer.sources).toMatchObject({
      store: "emend.yaml:1",
      "rules.approvers": "emend.yaml:6",
      "rules.deferrals": "default",
      "llm.url": "not set",
    });
    expect(JSON.parse((await run(["config", "--json"])).stdout)).not.toHaveProperty("sources");
  });

  it("ends with 2 and tells every problem", async () => {
    put("emend.yaml", "stor: x\nrules: {approvers: many}\n");
    const { code, stdout, stderr } = await run(["config"]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatchInlineSnapshot(`
      "emend: emend.yaml:1: there is no key stor; did you mean store? [unknown_key]
      emend: emend.yaml:2: rules.approvers: expected a whole number from 1 to 20, got the text "many" [invalid_value]
      emend: 2 problems in the configuration [config_invalid]
        fix the problems above, then check with \`emend config\`
      "
    `);
  });

  it.each([
    { why: "after the command", args: ["config", "--config", "etc/own.yaml", "--json"] },
    { why: "before the command", args: ["--config", "etc/own.yaml", "config", "--json"] },
  ])("takes --config $why, before EMEND_CONFIG", async ({ args }) => {
    put("etc/own.yaml", "agent: own\n");
    const { stdout } = await run(args, { EMEND_CONFIG: "nowhere.yaml" });
    expect(JSON.parse(stdout)).toMatchObject({ config: { agent: "own" } });
  });

  it("ends with 2 where the file cannot be read, whatever the command", async () => {
    const { code, stderr } = await run(["patterns", "--config", "nowhere.yaml"]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr:
        "emend: nowhere.yaml: cannot read the configuration: there is no such file [config_unreadable]\n",
    });
  });

  it.runIf(process.platform !== "win32")("warns of secrets that everybody may read, once", async () => {
    chmodSync(put("emend.yaml", FILE), 0o644);
    const { code, stderr } = await run(["reject", "tests_failing"]);
    expect(code).toBe(0);
    expect(stderr.match(/every user of this machine can read llm\.key/g)).toHaveLength(1);
  });

  it("prints a JSON Schema that takes what is right and nothing else", async () => {
    const { code, stdout } = await run(["config", "schema"]);
    expect(code).toBe(0);
    const accepts = new Ajv2020({ strict: false }).compile(JSON.parse(stdout) as object);
    expect(accepts(parse(FILE))).toBe(true);
    expect(accepts({ llm: { key_file: "/run/secrets/llm" }, gates: { packs: ["code"] } })).toBe(true);
    expect(accepts({ rules: { approvers: 21 } })).toBe(false);
    expect(accepts({ rules: { aprovers: 2 } })).toBe(false);
    expect(accepts({ store: "mysql://host" })).toBe(false);
  });
});

describe("no part of a secret", () => {
  // Letters that occur nowhere else in the output, so that any four of them in a row are the secret's.
  const secret = fc.string({
    unit: fc.constantFrom(...Array.from("QXZJVWÄΩ")),
    minLength: 4,
    maxLength: 40,
  });

  it("is ever printed, wherever it was set", { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(secret, fc.constantFrom("text", "sources", "json"), async (word, form) => {
        put("key", word);
        put(
          "emend.yaml",
          [
            `store: "postgres://ada:${word}@db/emend"`,
            `llm: {key: "${word}", url: "https://${word}@host/v1"}`,
            `embedding: {key_file: key, url: "https://host/v1?key=${word}"}`,
          ].join("\n"),
        );
        const env = { EMEND_REJECTION_KEY: word, EMEND_REDIS_URL: `redis://:${word}@cache` };
        const args = form === "text" ? [] : form === "json" ? ["--json", "--sources"] : ["--sources"];
        const { code, stdout, stderr } = await run(["config", ...args], env);
        expect(code).toBe(0);
        expect(leaks(stdout + stderr, word)).toEqual([]);
        expect(leaks(stdout + stderr, encodeURIComponent(word))).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  it("is in a complaint about it", async () => {
    await fc.assert(
      fc.asyncProperty(secret, async (word) => {
        put(
          "emend.yaml",
          `store: "mysql://${word}@db"\nllm: {key: ["${word}"], url: "${word}"}\nevents: *${word}\n`,
        );
        const { code, stderr } = await run(["config"], { EMEND_REDIS_URL: word });
        expect(code).toBe(2);
        expect(leaks(stderr, word)).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });
});

/** Every piece of four characters or more of the word that the text holds. */
function leaks(text: string, word: string): readonly string[] {
  const pieces = Array.from({ length: Math.max(0, word.length - 3) }, (_one, at) => word.slice(at, at + 4));
  return pieces.filter((piece) => text.includes(piece));
}

describe("what is configured reaches the commands", () => {
  const propose = ["rules", "propose", "--text", "Close every file handle in a finally block.", "--as", "cy"];

  it("the quorum of `emend rules` is that of the file", async () => {
    await putTrusted("rules: {approvers: 3}\n");
    expect((await run(propose)).stdout).toContain("needs 3 approvals");
    const { stdout } = await run(["rules", "list", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ items: [{ approval: { required: 3 } }] });
  });

  it("the store of `emend patterns` is that of the file, unless an option names one", async () => {
    await putTrusted("store: data/team.db\n");
    const missing = await run(["patterns"]);
    expect(missing.stderr).toContain("there is no store at data/team.db yet");
    await run(propose);
    expect((await run(["patterns"])).code).toBe(0);
    expect((await run(["patterns", "--store", "other.db"])).stderr).toContain("no store at other.db yet");
    expect((await run(["patterns"], { EMEND_STORE: "env.db" })).stderr).toContain("no store at env.db yet");
  });

  it("the packs and the key of `emend reject` are those of the file", async () => {
    put("key", "correct horse battery staple\n");
    await putTrusted("gates: {packs: [knowledge-base]}\nrejections: {key_file: key}\n");
    const list = await run(["reject", "--list", "--json"]);
    const { packs } = JSON.parse(list.stdout) as { packs: readonly { name: string }[] };
    expect(packs.map(({ name }) => name)).toEqual(["knowledge-base"]);
    const { stdout } = await run(["reject", "body_too_thin"]);
    const unsigned = await runCli(["reject", "body_too_thin"]);
    const read = (stdin: string) => runCli(["reject", "--parse"], { stdin, cwd: folder, env: home() });
    expect((await read(stdout)).code).toBe(0);
    expect((await read(unsigned.stdout)).code).not.toBe(0);
  });

  it("the ledger's folder is that of the file", async () => {
    await putTrusted("ledger: {folder: book}\n");
    expect((await run(["ledger", "verify"])).stderr).toContain(
      `there is no ledger at ${join(folder, "book")}`,
    );
  });

  it("a Redis in the file is the event log", async () => {
    await putTrusted("events: {redis_url: 'redis://127.0.0.1:1'}\n");
    const { code, stderr } = await run(["events", "dead", "list"]);
    expect(code).toBe(3);
    expect(stderr).toContain("127.0.0.1:1");
  });
});
