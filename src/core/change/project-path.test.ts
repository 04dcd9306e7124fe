import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { projectPath, type ProjectPlace } from "./project-path.ts";

const P = { root: "/p" };

describe("a path as records name it", () => {
  it.each<{ why: string; path: string; place?: ProjectPlace; is: string | undefined }>([
    { why: "one from the project's folder on", path: "src/a.ts", place: P, is: "src/a.ts" },
    { why: "a whole one inside", path: "/p/src/a.ts", place: P, is: "src/a.ts" },
    { why: "a whole one with a way up", path: "/p/src/../a.ts", place: P, is: "a.ts" },
    { why: "a way up that stays inside", path: "src/../a.ts", place: P, is: "a.ts" },
    { why: "a way out", path: "../q/a.ts", place: P, is: undefined },
    { why: "a way out and back in", path: "../p/a.ts", place: P, is: "a.ts" },
    { why: "a hidden way out", path: "/p/../q/a.ts", place: P, is: undefined },
    { why: "another project", path: "/q/a.ts", place: P, is: undefined },
    { why: "a folder whose name only begins alike", path: "/pq/a.ts", place: P, is: undefined },
    { why: "the project's folder itself", path: "/p/", place: P, is: undefined },
    { why: "a root that ends in a slash", path: "/p/a.ts", place: { root: "/p/" }, is: "a.ts" },
    { why: "the root of all", path: "/a.ts", place: { root: "/" }, is: "a.ts" },
    { why: "points and double slashes", path: "./src//./a.ts", place: P, is: "src/a.ts" },
    { why: "backslashes", path: "src\\sub\\a.ts", place: P, is: "src/sub/a.ts" },
    {
      why: "a drive in another case",
      path: "c:\\P\\src\\a.ts",
      place: { root: "C:\\P" },
      is: "src/a.ts",
    },
    { why: "another drive", path: "d:\\P\\a.ts", place: { root: "C:\\P" }, is: undefined },
    {
      why: "one from where the agent works",
      path: "a.ts",
      place: { root: "/p", folder: "/p/src" },
      is: "src/a.ts",
    },
    {
      why: "one from a folder outside",
      path: "a.ts",
      place: { root: "/p", folder: "/q" },
      is: undefined,
    },
    { why: "a folder that is no whole path", path: "a.ts", place: { root: "/p", folder: "x" }, is: "a.ts" },
    { why: "nothing", path: "", place: P, is: undefined },
    { why: "without a project: a way up that stays", path: "./src/../a.ts", is: "a.ts" },
    { why: "without a project: a way out", path: "../a.ts", is: undefined },
    { why: "without a project: a whole one", path: "/home/x/p/./a.ts", is: "/home/x/p/a.ts" },
    { why: "without a project: a drive", path: "C:\\p\\a.ts", is: "c:/p/a.ts" },
  ])("$why", ({ path, place, is }) => {
    expect(projectPath(path, place)).toBe(is);
  });

  it("never leaves the project, and is its own answer", () => {
    const parts = fc.constantFrom("a", "..", ".", "", "p", "q.ts");
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 8 }), fc.constantFrom("/", "\\"), (given, slash) => {
        const path = projectPath(given.join(slash), P);
        if (path === undefined) return;
        expect(path).not.toMatch(/(?:^|\/)(?:\.{0,2})(?:\/|$)/);
        expect(projectPath(path, P)).toBe(path);
        expect(projectPath(`/p/${path}`, P)).toBe(path);
      }),
    );
  });
});
