import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { runCommand } from "../../../test/run-command.ts";
import { withStore } from "../../../test/with-store.ts";
import { sha256 } from "../../drivers/crypto/sha256.ts";
import { addPeople } from "./people.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "emend-invitations-cli-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args: readonly string[]) =>
  runCommand(addPeople, ["people", ...args], { cwd: folder, env: {} });

it("prints the link alone, keeps only a hash of its secret, lists it and withdraws it", async () => {
  const { code, stdout, stderr } = await run("invite", "cleo", "--days", "7", "--as", "dana");
  expect(code).toBe(0);
  expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:4180\/invite#[\w-]{43}\n$/);
  expect(stderr.replace(/inv_[0-9a-f]{16}/, "inv_…")).toMatchInlineSnapshot(`
    "emend: invitation inv_… lets cleo in as reviewer, once, until 2026-03-17T11:42:00.000Z. It won't be shown again.
    "
  `);
  const secret = stdout.trim().split("#")[1]!;
  const found = await withStore(folder, ({ invitations }) => invitations.findByHash(sha256(secret)));
  expect(found).toMatchObject({ name: "cleo", role: "reviewer", created_by: "dana", issued_with: "command" });
  const listed = await run("invitations", "--json");
  expect(listed.stdout).not.toContain(secret);
  const { items } = JSON.parse(listed.stdout) as { readonly items: readonly { readonly id: string }[] };
  const withdrawn = await run("withdraw", items[0]!.id);
  expect(withdrawn.stdout).toBe(`withdrew invitation ${items[0]!.id} of cleo\n`);
  const again = await run("withdraw", items[0]!.id);
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining("[invitation_not_found]")]);
});

it.each([
  { why: "an agent", args: ["rio", "--role", "agent"], error: "invalid_option" },
  { why: "no name", args: [" "], error: "invalid_invitation" },
  { why: "more than 30 days", args: ["cleo", "--days", "31"], error: "invalid_number" },
])("refuses $why", async ({ args, error }) => {
  const { code, stdout, stderr } = await run("invite", ...args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(`[${error}]`);
});
