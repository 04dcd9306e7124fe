import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { CONFIG_KEYS } from "../../src/config/config-keys.ts";

const FOLDER = "deploy/kubernetes";

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: Spec;
  readonly data?: Readonly<Record<string, string>>;
  readonly stringData?: Readonly<Record<string, string>>;
}
type Labels = Readonly<Record<string, string>>;
interface Spec {
  readonly selector?: Labels & { readonly matchLabels?: Labels };
  readonly podSelector?: { readonly matchLabels: Labels };
  readonly template?: { readonly metadata: { readonly labels: Labels }; readonly spec: PodSpec };
  readonly scaleTargetRef?: { readonly name: string };
}
interface PodSpec {
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly containers: readonly [Container];
}
interface Container {
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly envFrom: readonly Readonly<Record<string, { readonly name: string }>>[];
  readonly [probe: `${string}Probe`]: { readonly httpGet: { readonly path: string } };
}

const FILES = readdirSync(FOLDER).filter((name) => name !== "kustomization.yaml");
const MANIFESTS = FILES.flatMap((file) =>
  parseAllDocuments(readFileSync(join(FOLDER, file), "utf8"), { merge: true }).map((document) => ({
    file,
    manifest: document.toJS() as Manifest,
  })),
);
const kinds = (kind: string): readonly Manifest[] =>
  MANIFESTS.map(({ manifest }) => manifest).filter((each) => each.kind === kind);
const DEPLOYMENTS = kinds("Deployment");
const podLabels = DEPLOYMENTS.map(({ spec }) => spec.template!.metadata.labels);
/** `apps/v1`, and `v1` for the core. */
const moduleOf = ({ apiVersion }: Manifest): string => `kubernetes-models/${apiVersion}`;

describe("the manifests for Kubernetes", () => {
  it.each(MANIFESTS)("$file: $manifest.kind is valid by the schema of its version", async ({ manifest }) => {
    const models = (await import(moduleOf(manifest))) as Readonly<
      Record<string, new (data: object) => { validate: () => void }>
    >;
    const model = new models[manifest.kind]!(manifest);
    expect(() => model.validate()).not.toThrow();
  });

  it("have no field that Kubernetes does not know", () => {
    const folder = "node_modules/.cache/emend/deploy";
    mkdirSync(folder, { recursive: true });
    try {
      // The schemas allow any field, but a literal of the wrong shape is a type error.
      const lines = MANIFESTS.map(({ manifest }, at) => {
        const type = `import("${moduleOf(manifest)}").I${manifest.kind}`;
        return `export const m${at}: ${type} = ${JSON.stringify(manifest)};`;
      });
      const wrong = `export const bad: import("kubernetes-models/v1").IService = { apiVersion: "v1", kind: "Service", spec: { prots: [] } };`;
      writeFileSync(join(folder, "right.ts"), lines.join("\n"));
      writeFileSync(join(folder, "wrong.ts"), wrong);
      expect(typeErrors(join(folder, "right.ts"))).toEqual([]);
      expect(typeErrors(join(folder, "wrong.ts"))).toHaveLength(1);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("are all in the kustomization, or examples", () => {
    const { resources, images } = parse(readFileSync(join(FOLDER, "kustomization.yaml"), "utf8")) as {
      resources: readonly string[];
      images: readonly { newTag: string }[];
    };
    expect([...resources].toSorted()).toEqual(FILES.filter((file) => !file.includes(".example.")).toSorted());
    const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
    expect(images.map(({ newTag }) => newTag)).toEqual([version]);
  });

  it.each(DEPLOYMENTS)("$metadata.name runs as the restricted pod security standard demands", ({ spec }) => {
    const pod = spec.template!.spec;
    expect(pod.securityContext).toMatchObject({
      runAsNonRoot: true,
      seccompProfile: { type: "RuntimeDefault" },
    });
    expect(pod.containers[0].securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
  });

  it("probe the routes that the server has for it, and no worker", () => {
    const paths = DEPLOYMENTS.map(({ spec }) => {
      const [container] = spec.template!.spec.containers;
      return ["startupProbe", "livenessProbe", "readinessProbe"].map(
        (probe) => container[probe as "startupProbe"]?.httpGet.path,
      );
    });
    expect(paths).toEqual([
      ["/healthz", "/healthz", "/readyz"],
      [undefined, undefined, undefined],
    ]);
  });

  it("select pods that there are", () => {
    const selectors = MANIFESTS.flatMap(({ manifest: { spec } }) => {
      const selector = spec?.selector?.matchLabels ?? spec?.podSelector?.matchLabels ?? spec?.selector;
      return selector === undefined ? [] : [selector];
    });
    expect(selectors.length).toBeGreaterThan(5);
    const lost = selectors.filter(
      (selector) =>
        !podLabels.some((labels) => Object.entries(selector).every(([key, value]) => labels[key] === value)),
    );
    expect(lost).toEqual([]);
    const names = new Set(DEPLOYMENTS.map(({ metadata }) => metadata.name));
    expect(kinds("HorizontalPodAutoscaler").every(({ spec }) => names.has(spec.scaleTargetRef!.name))).toBe(
      true,
    );
  });

  it("set settings that Emend has", () => {
    const known = new Set([...CONFIG_KEYS.map(({ variable }) => variable), "HOME"]);
    const set = [...kinds("ConfigMap"), ...kinds("Secret")].flatMap(({ data, stringData }) =>
      Object.keys({ ...data, ...stringData }),
    );
    expect(set.length).toBeGreaterThan(5);
    expect(set.filter((name) => !known.has(name))).toEqual([]);
  });
});

function typeErrors(file: string): readonly string[] {
  const args = ["--noEmit", "--strict", "--skipLibCheck", "--ignoreConfig", "--module", "nodenext", file];
  try {
    execFileSync(process.execPath, ["node_modules/typescript/bin/tsc", ...args], { encoding: "utf8" });
    return [];
  } catch (error) {
    return (error as { stdout: string }).stdout
      .trim()
      .split("\n")
      .filter((line) => line.includes("error"));
  }
}
