import { describe, expect, it } from "vitest";
import { formatSbom } from "./sbom.ts";

const shipped = {
  own: {
    name: "emend",
    version: "1.2.3",
    license: "Apache-2.0",
    dependencies: { zod: "^4.0.0", pg: "^8.0.0" },
  },
  packages: [
    { name: "zod", version: "4.1.0", license: "MIT" },
    { name: "@acme/fonts", version: "2.0.0", license: "(MIT OR OFL-1.1)" },
    { name: "odd", version: "1.0.0", license: "SEE LICENSE IN odd.txt" },
    { name: "zod", version: "4.1.0", license: "MIT" },
  ],
  sqlite: "3.50.1",
};

interface Bom {
  readonly serialNumber: string;
  readonly components: readonly {
    readonly purl: string;
    readonly licenses?: unknown;
    readonly properties?: unknown;
  }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

const parse = (text: string): Bom => JSON.parse(text) as Bom;

describe("18.14 the bill of materials", () => {
  it("18.14 lists every package inside the tarball once, and dependencies by their range", () => {
    const { components, dependencies } = parse(formatSbom(shipped));
    expect(components.map(({ purl }) => purl)).toEqual([
      "pkg:generic/sqlite@3.50.1",
      "pkg:npm/%40acme/fonts@2.0.0",
      "pkg:npm/odd@1.0.0",
      "pkg:npm/pg",
      "pkg:npm/zod@4.1.0",
    ]);
    expect(components[3]?.properties).toEqual([{ name: "emend:versionRange", value: "^8.0.0" }]);
    expect(dependencies[0]).toEqual({
      ref: "pkg:npm/emend@1.2.3",
      dependsOn: components.map(({ purl }) => purl),
    });
  });

  it("18.14 writes SPDX expressions as such and other licences by name", () => {
    const { components } = parse(formatSbom(shipped));
    expect(components[1]?.licenses).toEqual([{ expression: "(MIT OR OFL-1.1)" }]);
    expect(components[2]?.licenses).toEqual([{ license: { name: "SEE LICENSE IN odd.txt" } }]);
  });

  it("18.14 is the same for the same build, and another for another", () => {
    expect(formatSbom(shipped)).toBe(formatSbom(shipped));
    const serials = [shipped, { ...shipped, sqlite: "3.50.2" }].map(
      (each) => parse(formatSbom(each)).serialNumber,
    );
    expect(serials[0]).not.toBe(serials[1]);
    for (const serial of serials)
      expect(serial).toMatch(
        /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      );
  });
});
