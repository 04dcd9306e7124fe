import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runCli } from "../../../test/run-cli.ts";

const KEY = { EMEND_REJECTION_KEY: "a key of thirty-two random bytes" };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "emend-import-rejection-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (args: readonly string[], options: { stdin?: string; env?: Record<string, string> } = {}) =>
  runCli(args, { cwd: folder, now: "2026-05-03T12:00:00Z", ...options });

/** What `emend reject` prints for the tags. */
const rejection = async (tags: readonly string[], env: Record<string, string> = {}): Promise<string> =>
  (await run(["reject", ...tags], { env })).stdout;

/** What `gh api` lists for a pull request with these comments, one a day. */
const exported = (bodies: readonly string[], type = "Bot"): string =>
  JSON.stringify(
    bodies.map((body, at) => ({
      id: at + 1,
      node_id: `n${at}`,
      user: { login: "gatekeeper", type },
      author_association: "NONE",
      body,
      created_at: `2026-05-0${at + 1}T08:00:00Z`,
      html_url: `https://github.com/acme/shop/pull/12#issuecomment-${at + 1}`,
    })),
  );

async function importAndReport(
  stdin: string,
  options: { args?: readonly string[]; env?: Record<string, string> } = {},
) {
  const { args = [], ...rest } = options;
  const imported = await run(["import", "-", "--agent", "rio", "--json", ...args], { stdin, ...rest });
  const { changed } = JSON.parse(imported.stdout) as { changed: { reasons: { reason: string }[] } };
  const patterns = await run(["patterns", "rio", "--json"]);
  const { agents } = JSON.parse(patterns.stdout) as {
    agents: { decided: number; rejected: number; top_issues: { tag: string; count: number }[] }[];
  };
  return {
    code: imported.code,
    reasons: changed.reasons.map(({ reason }) => reason),
    rejected: agents[0]!.rejected,
    issues: agents[0]!.top_issues.map(({ tag, count }) => `${tag} ${count}`),
  };
}

describe("emend import of comments with rejection blocks", () => {
  it("002.1 002.7 counts what `emend reject` wrote, each attempt once, beside plain remarks", async () => {
    const bodies = [
      await rejection(["tests_failing", "missing_docs"]),
      await rejection(["tests_failing"]),
      "Thank you, that reads well.",
    ];
    const expected = {
      code: 0,
      reasons: [],
      rejected: 2,
      issues: ["tests_failing 2", "missing_docs 1"],
    };
    expect(await importAndReport(exported(bodies))).toEqual(expected);
    expect(await importAndReport(exported(bodies))).toEqual(expected);
  });

  it("counts no outsider's block, and says so", async () => {
    expect(await importAndReport(exported([await rejection(["tests_failing"])], "User"))).toEqual({
      code: 0,
      reasons: ["rejection_untrusted"],
      rejected: 0,
      issues: [],
    });
  });

  it("with a key in the environment counts signed blocks only, and says why not the others", async () => {
    const bodies = [
      await rejection(["tests_failing"], KEY),
      await rejection(["missing_docs"]),
      await rejection(["missing_docs"], { EMEND_REJECTION_KEY: "somebody else's" }),
    ];
    expect(await importAndReport(exported(bodies), { env: KEY })).toEqual({
      code: 0,
      reasons: ["rejection_unsigned"],
      rejected: 1,
      issues: ["tests_failing 1"],
    });
  });

  it("takes the key from a file", async () => {
    writeFileSync(join(folder, "key"), `${KEY.EMEND_REJECTION_KEY}\n`);
    const bodies = [await rejection(["tests_failing"], KEY), await rejection(["missing_docs"])];
    expect(await importAndReport(exported(bodies), { args: ["--key-file", "key"] })).toMatchObject({
      reasons: ["rejection_unsigned"],
      rejected: 1,
    });
  });

  it.each([
    ["an empty key, which a secret that is not set is", ["-"], { EMEND_REJECTION_KEY: "" }, 2, "[key_empty]"],
    ["a key file that is not there", ["-", "--key-file", "none"], {}, 3, "none"],
  ])("refuses %s before anything is written", async (_why, args, env, code, message) => {
    const { stderr, ...ended } = await run(["import", ...args], { stdin: exported(["x"]), env });
    expect(ended.code).toBe(code);
    expect(stderr).toContain(message);
    expect((await run(["patterns"])).stderr).toContain("[store_missing]");
  });
});
