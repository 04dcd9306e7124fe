import { existsSync, globSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";

const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly resolved?: string }>>;
};

describe("installing on a machine with Node.js and npm alone", () => {
  const compiled = Object.keys(lock.packages).filter((folder) => existsSync(`${folder}/binding.gyp`));

  it.each(compiled)("%s, which npm would compile, brings what it compiled", (folder) => {
    expect(globSync(`${folder}/prebuilds/**/*.node`).length).toBeGreaterThan(0);
  });

  it("finds in the lockfile what stands in for the compiler, as the folder beside it says", () => {
    const tar = gunzipSync(readFileSync("scripts/node-gyp/node-gyp.tgz")).toString("utf8");
    for (const file of ["package.json", "node-gyp.js"])
      expect(tar).toContain(readFileSync(`scripts/node-gyp/${file}`, "utf8").trim());
  });

  it("asks whoever installs the package for no compiler either", () => {
    expect(compiled.filter((folder) => lock.packages[folder]?.dev !== true)).toEqual([]);
  });

  it("names no registry", () => {
    const named = Object.values(lock.packages).flatMap(({ resolved }) => resolved ?? []);
    expect(named.filter((address) => address.includes("://"))).toEqual([]);
  });
});
