import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: {
    readonly release: { readonly steps: readonly { readonly uses?: string; readonly run?: string }[] };
  };
}
const workflow = parse(readFileSync(".github/workflows/release.yml", "utf8")) as Workflow;
const manifest = JSON.parse(readFileSync("package.json", "utf8")) as {
  readonly name: string;
  readonly publishConfig: object;
  readonly emend: { readonly publishedAs: string | null };
};

describe("the release workflow", () => {
  const { steps } = workflow.jobs.release;
  const publishing = steps.flatMap(({ run = "" }) => (run.includes("npm publish") ? [run] : []));

  it("may do what trusted publishing and attestations need, and no more", () => {
    expect(workflow.permissions).toEqual({ contents: "write", "id-token": "write", attestations: "write" });
    expect(steps.some(({ uses = "" }) => uses.startsWith("actions/attest-build-provenance@"))).toBe(true);
  });

  it("publishes with provenance and without a token", () => {
    expect(publishing).toEqual([expect.stringContaining("--provenance --access public")]);
    expect(JSON.stringify(workflow)).not.toContain("NPM_TOKEN");
    expect(manifest.publishConfig).toEqual({ access: "public", provenance: true });
  });

  it("publishes only under a name that is ours", () => {
    const script = publishing[0]!.replace(/^\s*npm publish .*$/m, "echo would publish");
    const said = execFileSync("sh", ["-c", script], { encoding: "utf8" });
    expect(said.includes("would publish")).toBe(manifest.emend.publishedAs === manifest.name);
  });
});
