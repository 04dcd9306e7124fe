import { describe, expect, it } from "vitest";
import { openTestStore } from "../../../test/open-test-store.ts";
import { testPorts } from "../../../test/test-ports.ts";
import { composeEmend, type Emend } from "../../compose.ts";
import { ExternalError } from "../../ports/errors.ts";
import { externalFailure } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { createEmendAccess } from "./run-mcp.ts";

const IO = {} as CliIo;
const openTest = async (): Promise<Emend> => composeEmend(testPorts(await openTestStore()));
const missing = externalFailure("store_missing", "there is no store yet");

describe("a store that is opened when it is needed", () => {
  it("is one for all calls, also for those that come together", async () => {
    let opened = 0;
    const access = createEmendAccess(IO, undefined, () => {
      opened += 1;
      return openTest();
    });
    const [a, b, c] = await Promise.all([access.find(), access.create(), access.find()]);
    expect([a === b, b === c, opened]).toEqual([true, true, 1]);
    await access.close();
    await expect(b.store.feedback.list({ limit: 1 })).rejects.toMatchObject({ code: "store_closed" });
  });

  it("that it is not there is an answer, until a call makes it", async () => {
    const asked: boolean[] = [];
    const access = createEmendAccess(IO, "s.db", (_io, { create, file }) => {
      asked.push(create);
      expect(file).toBe("s.db");
      return create ? openTest() : Promise.reject(missing);
    });
    expect(await access.find()).toBeUndefined();
    const made = await access.create();
    expect(await access.find()).toBe(made);
    expect(asked).toEqual([false, true]);
    await access.close();
  });

  it("what fails is a fault of the world, and is tried again at the next call", async () => {
    const outcomes: (() => Promise<Emend>)[] = [
      () =>
        Promise.reject(externalFailure("store_unsupported", "no store for that", { hint: "give a file" })),
      () => Promise.reject(new ExternalError("store_locked", "held by another")),
      openTest,
    ];
    const access = createEmendAccess(IO, undefined, () => outcomes.shift()!());
    await expect(access.find()).rejects.toMatchObject({
      code: "store_unsupported",
      message: "no store for that; give a file",
    });
    await expect(access.create()).rejects.toMatchObject({ code: "store_locked" });
    expect(await access.find()).toBeDefined();
    await access.close();
  });

  it("closing what was never opened, or failed to open, is fine", async () => {
    await createEmendAccess(IO, undefined, openTest).close();
    const access = createEmendAccess(IO, undefined, () => Promise.reject(missing));
    await access.find();
    await expect(access.close()).resolves.toBeUndefined();
  });
});
