import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PLANTED_RULE, PLANTED_WORDS } from "./hostile-files.ts";
import { makeHostileRepository } from "./hostile-repository.ts";
import { CANARY } from "./outside-folder.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "emend-hostile-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));

/** `test/e2e/hostile-repository.test.ts` builds each kind, and checks that building it ran and changed nothing outside. */
describe("the hostile repository", () => {
  it("holds what it claims: a rule in the store, words in the spool, links that lead outside", async () => {
    const { clone } = await makeHostileRepository(join(folder, "a"), "planted");
    expect(readFileSync(join(clone, ".emend/emend.db")).includes(PLANTED_RULE)).toBe(true);
    const name = readdirSync(join(clone, ".emend/spool")).find((each) => each.endsWith(".json"));
    expect(readFileSync(join(clone, ".emend/spool", name!), "utf8")).toContain(PLANTED_WORDS);
    const links = await makeHostileRepository(join(folder, "b"), "links");
    expect(readFileSync(join(links.clone, ".emend/hook.log"), "utf8")).toContain(CANARY);
  });
});
