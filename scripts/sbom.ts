// The bill of materials in CycloneDX's form. `npm sbom` lists the packages that npm installs; most of ours are bundled, so
// this one is made from what the build really included.
import { createHash } from "node:crypto";

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

interface Shipped {
  readonly own: Manifest;
  /** Packages inside the tarball. */
  readonly packages: readonly Manifest[];
  /** The SQLite inside better-sqlite3's binaries, which vulnerability databases list by itself. */
  readonly sqlite: string;
}

/** The same build gives the same text: the serial number follows from the content, and there is no timestamp. */
export function formatSbom({ own, packages, sqlite }: Shipped): string {
  const ranges = own.dependencies ?? {};
  const shipped = new Map(packages.map((manifest) => [purlOf(manifest), manifest]));
  const names = new Set(packages.map(({ name }) => name));
  const components = [
    ...[...shipped.values()].map((manifest) => ({ ...component(manifest), version: manifest.version })),
    // npm chooses the version of these when Emend is installed.
    ...Object.entries(ranges)
      .filter(([name]) => !names.has(name))
      .map(([name, range]) => ({
        ...component({ name }),
        properties: [{ name: "emend:versionRange", value: range }],
      })),
    {
      type: "library",
      "bom-ref": `pkg:generic/sqlite@${sqlite}`,
      name: "sqlite",
      version: sqlite,
      purl: `pkg:generic/sqlite@${sqlite}`,
      licenses: [{ license: { name: "Public Domain" } }],
    },
  ].toSorted((a, b) => (a["bom-ref"] < b["bom-ref"] ? -1 : 1));
  const root = { ...component(own), type: "application", version: own.version };
  const content = {
    metadata: { lifecycles: [{ phase: "build" }], component: root },
    components,
    dependencies: [
      { ref: root["bom-ref"], dependsOn: components.map((each) => each["bom-ref"]) },
      ...components.map((each) => ({ ref: each["bom-ref"] })),
    ],
  };
  const head = {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify(content))}`,
    version: 1,
  };
  return `${JSON.stringify({ ...head, ...content }, null, 2)}\n`;
}

function component(manifest: Pick<Manifest, "name" | "license"> & { readonly version?: string }) {
  const purl = purlOf(manifest);
  const [, group, name] = /^(?:(@[^/]+)\/)?(.+)$/.exec(manifest.name)!;
  const { license } = manifest;
  return {
    type: "library",
    "bom-ref": purl,
    ...(group === undefined ? {} : { group }),
    name: name!,
    purl,
    ...(license === undefined ? {} : { licenses: [licenceOf(license)] }),
  };
}

const licenceOf = (license: string): object =>
  /^\(?[\w.+-]+(?: (?:AND|OR|WITH) [\w.+-]+)*\)?$/.test(license)
    ? { expression: license }
    : { license: { name: license } };

const purlOf = ({ name, version }: { readonly name: string; readonly version?: string }): string =>
  `pkg:npm/${name.replace("@", "%40")}${version === undefined ? "" : `@${version}`}`;

/** A version 8 UUID, whose bits are ours to choose. */
function uuidOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  const variant = ((Number.parseInt(hex[16]!, 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
