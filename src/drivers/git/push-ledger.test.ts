import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { batches, failure, git, ledgerIn, ledgerPlaces, put } from "../../../test/git-ledger.ts";

const place = ledgerPlaces();

describe("pushing", () => {
  const remote = (): string => {
    const folder = place();
    execFileSync("git", ["init", "--quiet", "--bare", "--initial-branch=main", folder]);
    return folder;
  };

  it("sends the branch, and says where there is nothing to send it to", async () => {
    const folder = place();
    expect(await ledgerIn(folder).push()).toBe("nothing_to_push");
    await put(folder, { a: "1" });
    expect(await ledgerIn(folder).push()).toBe("no_remote");
    const origin = remote();
    git(folder, "remote", "add", "origin", origin);
    expect(await ledgerIn(folder).push()).toBe("pushed");
    expect(git(origin, "rev-parse", "main")).toBe(git(folder, "rev-parse", "HEAD"));
  });

  it("replaces the remote's history after a new start, unless somebody added to it", async () => {
    const [folder, origin, other] = [place(), remote(), place()];
    await put(folder, { a: "1" });
    git(folder, "remote", "add", "origin", origin);
    await ledgerIn(folder).push();
    await ledgerIn(folder).replaceAll(() => batches());
    expect(await ledgerIn(folder).push()).toBe("pushed");
    expect(git(origin, "rev-parse", "main")).toBe(git(folder, "rev-parse", "HEAD"));

    execFileSync("git", ["clone", "--quiet", origin, other]);
    await put(other, { b: "1" });
    await ledgerIn(other).push();
    await ledgerIn(folder).replaceAll(() => batches());
    expect(await failure(ledgerIn(folder).push())).toMatchObject({ code: "ledger_push_refused" });
    expect(git(origin, "rev-parse", "main")).toBe(git(other, "rev-parse", "HEAD"));
  });

  it("says when the remote refuses, without its password, and keeps what is written", async () => {
    const [folder, origin, other] = [place(), remote(), place()];
    await put(folder, { a: "1" });
    git(folder, "remote", "add", "origin", origin);
    await ledgerIn(folder).push();
    execFileSync("git", ["clone", "--quiet", origin, other]);
    await put(other, { b: "1" });
    await ledgerIn(other).push();
    await put(folder, { c: "1" });
    const error = await failure(ledgerIn(folder).push());
    expect(error).toMatchObject({ code: "ledger_push_refused" });
    expect(error.message).toMatch(/rejected.*nothing is lost/);
    git(folder, "remote", "set-url", "origin", "https://ada:password@127.0.0.1:1/x.git");
    expect((await failure(ledgerIn(folder).push())).message).not.toContain("password");
    expect(git(folder, "show", "HEAD:c")).toBe("1");
  });
});
