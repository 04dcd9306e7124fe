import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeFeedback } from "../../../test/contract/make-feedback.ts";
import { fillCluster } from "../../../test/fill-cluster.ts";
import { openTestStore } from "../../../test/open-test-store.ts";
import type { CliRun } from "../../../test/run-cli.ts";
import { keptOpen } from "../../../test/test-ports.ts";
import { runCommand } from "../../../test/run-command.ts";
import type { Store } from "../../ports/store.ts";
import { addCluster } from "./cluster.ts";

let store: Store;
let id = "";
const said = [1, 2, 3].map((n) => makeFeedback(n, { comment: "Close the handle." }));

beforeEach(async () => {
  store = await openTestStore();
  id = await fillCluster(store, said);
});
afterEach(() => store.close());

const run = (...args: readonly string[]): Promise<CliRun> =>
  runCommand(addCluster, ["cluster", ...args], { openEmend: async () => keptOpen(store) });
const cluster = async (...args: readonly string[]) =>
  JSON.parse((await run(...args, "--json")).stdout) as { readonly id: string; readonly size: number };

describe("emend cluster", () => {
  it("splits the same members off again after they were merged back", async () => {
    const first = await cluster("split", id, said[2]!.id, "--as", "ana");
    expect(first.size).toBe(1);
    expect(await cluster("merge", id, first.id, "--as", "ana")).toMatchObject({ id, size: 3 });
    const again = await cluster("split", id, said[2]!.id, "--as", "ana");
    expect(again.size).toBe(1);
    expect(again.id).not.toBe(first.id);
  });

  it("splits a cluster that was merged away where it went", async () => {
    const other = await fillCluster(store, [makeFeedback(7, {}), makeFeedback(8, {})]);
    await run("merge", other, id);
    expect(await cluster("split", id, said[0]!.id, said[1]!.id)).toMatchObject({ size: 2 });
    expect(await cluster("show", other)).toMatchObject({ size: 3 });
  });

  it("shows who said what, and is renamed", async () => {
    expect((await run("rename", id, "handles left open", "--as", "ana")).stdout).toBe(
      `${id}  3 times  handles left open\n`,
    );
    const { stdout } = await run("show", id);
    expect(stdout).toMatch(new RegExp(`^${id} {2}3 times\n {2}handles left open\n\n`));
    expect(stdout.match(/Close the handle\./g)).toHaveLength(3);
  });

  it("16.x suggests nothing where all is well, and keeps what a person wants kept", async () => {
    const nothing = await run("suggestions");
    expect(nothing).toMatchObject({ code: 0, stdout: "", stderr: "emend: nothing to merge or split\n" });
    expect((await run("suggestions", "--jsonl")).stdout).toBe("");
    expect(JSON.parse((await run("suggestions", "--json")).stdout)).toEqual({ items: [], next: null });
    expect((await run("keep", id, "--as", "ana")).stdout).toBe(
      `${id} stays whole; Emend will not suggest a split again\n`,
    );
    const other = await fillCluster(store, [makeFeedback(7, {}), makeFeedback(8, {})]);
    expect((await run("keep", id, other, "--as", "ana")).stdout).toContain("stay apart");
    expect(await store.clusters.kept([id, other])).toHaveLength(2);
  });

  it.each([
    { why: "a cluster that is not there", args: ["show", "cl-none"], code: 2, says: "cluster_not_found" },
    {
      why: "one of several that is not there",
      args: ["merge", "*", "cl-none"],
      code: 2,
      says: "nothing was merged",
    },
    {
      why: "a cluster to split that is not there",
      args: ["split", "cl-none", "fb"],
      code: 2,
      says: "cluster_not_found",
    },
    { why: "members of another", args: ["split", "*", "fb_none"], code: 1, says: "nothing_to_split" },
    {
      why: "all members",
      args: ["split", "*", ...said.map((each) => each.id)],
      code: 1,
      says: "some, but not all,",
    },
    { why: "a name for nothing", args: ["rename", "cl-none", "x"], code: 2, says: "cluster_not_found" },
    {
      why: "a cluster to keep that is not there",
      args: ["keep", "cl-none"],
      code: 2,
      says: "cluster_not_found",
    },
    { why: "three to keep", args: ["keep", "a", "b", "c"], code: 2, says: "too_many_clusters" },
    { why: "a limit that is none", args: ["--limit", "1e2"], code: 2, says: "invalid_number" },
  ])("says what is wrong with $why", async ({ args, code, says }) => {
    const ended = await run(...args.map((each) => (each === "*" ? id : each)));
    expect(ended).toMatchObject({ code, stdout: "", stderr: expect.stringContaining(says) });
  });
});
