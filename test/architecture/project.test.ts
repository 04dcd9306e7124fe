import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const manifest = JSON.parse(read("package.json")) as {
  readonly homepage: string;
  readonly bugs: string;
  readonly repository: { readonly url: string };
  readonly scripts: Readonly<Record<string, string>>;
};

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<
    Record<string, { readonly steps: readonly { readonly uses?: string; readonly run?: string }[] }>
  >;
}

describe("18.15 .ci/run fails early", () => {
  const steps = [...read(".ci/run").matchAll(/^(?:npm (?:run )?([\w:]+)|node (\S+))/gm)].map(
    ([, script, file]) => script ?? file!,
  );

  it("18.15 checks types, lint, dead code and architecture before any other test", () => {
    expect(steps.slice(0, 5)).toEqual(["ci", "types", "lint", "dead", "test:architecture"]);
    expect(steps.indexOf("test:code")).toBeGreaterThan(steps.indexOf("test:architecture"));
    expect(steps).toContain("test:oldest");
  });

  it("18.15 runs everything that npm test runs", () => {
    const projects = (script: string): readonly string[] =>
      [...(manifest.scripts[script] ?? "").matchAll(/--project (\w+)/g)].map(([, name]) => name!).toSorted();
    expect([...projects("test:architecture"), ...projects("test:code")].toSorted()).toEqual(projects("test"));
  });
});

describe("18.14 the project on GitHub", () => {
  const workflows = readdirSync(new URL("../../.github/workflows", import.meta.url)).map((name) => ({
    name,
    workflow: parse(read(`.github/workflows/${name}`)) as Workflow,
  }));

  it.each(workflows)(
    "18.14 $name states its permissions, pins its actions and quotes what comes from outside",
    ({ workflow }) => {
      expect(Object.keys(workflow.permissions)).not.toEqual([]);
      for (const { uses, run } of Object.values(workflow.jobs).flatMap(({ steps }) => steps)) {
        expect(uses ?? "a/b@v1").toMatch(/^[\w.-]+\/[\w.-]+@v\d+$/);
        expect(run ?? "").not.toContain("${{");
      }
    },
  );

  it("18.14 runs .ci/run for every pull request", () => {
    expect(read(".github/workflows/ci.yml")).toMatch(/^ {2}pull_request:$/m);
    expect(read(".github/workflows/ci.yml")).toMatch(/run: \.ci\/run$/m);
  });

  it("18.14 has issue forms that GitHub accepts", () => {
    const forms = readdirSync(new URL("../../.github/ISSUE_TEMPLATE", import.meta.url));
    for (const name of forms.filter((file) => file !== "config.yml")) {
      const form = parse(read(`.github/ISSUE_TEMPLATE/${name}`)) as {
        readonly name: string;
        readonly description: string;
        readonly body: readonly {
          readonly type: string;
          readonly id?: string;
          readonly attributes: object;
        }[];
      };
      expect(form.name).toMatch(/\S/);
      expect(form.description).toMatch(/\S/);
      const ids = form.body.filter(({ type }) => type !== "markdown").map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      for (const { type, attributes } of form.body)
        expect(Object.keys(attributes)).toContain(type === "markdown" ? "value" : "label");
    }
    expect(forms).toContain("bug.yml");
  });

  it("18.14 names one repository everywhere", () => {
    const home = manifest.homepage.replace("#readme", "");
    expect(manifest.bugs).toBe(`${home}/issues`);
    expect(manifest.repository.url).toBe(`git+${home}.git`);
    expect(read(".github/ISSUE_TEMPLATE/config.yml")).toContain(`${home}/security/advisories/new`);
  });

  it("18.14 .editorconfig agrees with the formatter", () => {
    const { printWidth } = JSON.parse(read(".oxfmtrc.json")) as { readonly printWidth: number };
    expect(read(".editorconfig")).toContain(`max_line_length = ${printWidth}\n`);
  });
});
