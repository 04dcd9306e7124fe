import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { mappingKey, writtenRules } from "../../core/linter/linter-mapping.ts";
import { findCatalogueFile } from "./find-catalogue-file.ts";
import { loadBuiltInEntries } from "./load-built-in-entries.ts";
import { readLinterMappings, readVerified, readWrittenMappings } from "./read-linter-mappings.ts";

const folder = dirname(findCatalogueFile(import.meta.url, "linters/verified.json")!);
const written = readWrittenMappings(folder);
const verified = readVerified(folder);

describe("the mapping to linters' rules", () => {
  it("is about entries of the catalogue", () => {
    const ids = new Set(loadBuiltInEntries().map(({ id }) => id));
    expect(written.flatMap(({ entries }) => entries).filter((id) => !ids.has(id))).toEqual([]);
  });

  it("has been verified as it is, by running the tool unless it has only a published list", () => {
    const keys = written.flatMap((mapping) =>
      writtenRules(mapping).map((rule) => [mappingKey(mapping, rule), mapping] as const),
    );
    expect(keys.filter(([key]) => !Object.hasOwn(verified, key)).map(([key]) => key)).toEqual([]);
    expect(Object.keys(verified).toSorted()).toEqual([...new Set(keys.map(([key]) => key))].toSorted());
    const withoutExamples = keys.filter(
      ([key, { file, bad, good }]) => verified[key] === "run" && (file === undefined || bad === good),
    );
    expect(withoutExamples.map(([key]) => key)).toEqual([]);
  });

  it("covers at least 250 entries with eight tools, most of them by running", () => {
    const mappings = readLinterMappings(folder);
    const run = mappings.filter(({ linters }) => linters.some((one) => one.verified === "run"));
    const tools = new Set(mappings.flatMap(({ linters }) => linters.map(({ tool }) => tool)));
    const ranTools = new Set(
      run.flatMap(({ linters }) => linters.filter((one) => one.verified === "run").map(({ tool }) => tool)),
    );
    expect(mappings.length).toBeGreaterThanOrEqual(380);
    expect(run.length).toBeGreaterThanOrEqual(300);
    expect(tools.size).toBeGreaterThanOrEqual(35);
    expect(ranTools.size).toBeGreaterThanOrEqual(20);
  });
});
