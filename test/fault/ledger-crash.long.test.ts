import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { ledgerRounds } from "./ledger-rounds.ts";

const folder = mkdtempSync(join(tmpdir(), "emend-ledger-crash-long-"));
// Thousands of small files take a slow disk its time.
afterAll(() => rmSync(folder, { recursive: true, force: true }), 120_000);

describe("the git ledger under kill -9", () => {
  it("is made whole by the next write, 50 times on five ledgers", async () => {
    for (let n = 0; n < 5; n += 1) {
      expect(await ledgerRounds(join(folder, `${n}.db`), join(folder, `${n}`), 10)).toBeGreaterThan(0);
    }
  });
});
