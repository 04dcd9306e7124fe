import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { crashRounds } from "./crash-rounds.ts";

const folder = mkdtempSync(join(tmpdir(), "emend-crash-long-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the SQLite store under kill -9", () => {
  it("loses nothing that it acknowledged, 50 times on five files", async () => {
    for (let file = 0; file < 5; file += 1) {
      expect(await crashRounds(join(folder, `${file}.db`), 10)).toBeGreaterThan(10);
    }
  });
});
