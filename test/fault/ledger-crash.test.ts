import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { ledgerRounds } from "./ledger-rounds.ts";

const folder = mkdtempSync(join(tmpdir(), "emend-ledger-crash-"));
// Thousands of small files take a slow disk its time.
afterAll(() => rmSync(folder, { recursive: true, force: true }), 120_000);

describe("the git ledger under kill -9", () => {
  it("is made whole by the next write", { timeout: 120_000 }, async () => {
    expect(await ledgerRounds(join(folder, "emend.db"), join(folder, "ledger"), 3)).toBeGreaterThan(0);
  });
});
