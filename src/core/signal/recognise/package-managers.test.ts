import { describe, expect, it } from "vitest";
import { packageManagers } from "./package-managers.ts";
import { strongest } from "../../../../test/strongest.ts";

describe("packageManagers", () => {
  it.each([
    [
      "npm before version 10",
      "npm ERR! code ERESOLVE\nnpm ERR! ERESOLVE unable to resolve dependency tree",
      "proof runtime_error",
    ],
    [
      "npm since",
      "npm error code E404\nnpm error 404 Not Found - GET https://registry.example/gorp",
      "proof runtime_error",
    ],
    ["a warning", "npm warn deprecated glob@7.2.3: no longer supported", "nothing"],
    ["a notice", "npm notice New major version of npm available!", "nothing"],
    ["done", "added 120 packages, and audited 121 packages in 3s", "weak success"],
    ["pnpm", " ERR_PNPM_NO_MATCHING_VERSION  No matching version found for gorp@9", "proof runtime_error"],
    ["yarn 1", 'error Couldn\'t find package "gorp" on the "npm" registry.', "proof runtime_error"],
    ["yarn 4", "➤ YN0035: │ gorp@npm:9: Package not found", "proof runtime_error"],
    [
      "pip",
      "ERROR: Could not find a version that satisfies the requirement gorp (from versions: none)",
      "proof runtime_error",
    ],
    ["pip's build", "  error: subprocess-exited-with-error", "proof runtime_error"],
    ["pip is done", "Successfully installed gorp-1.0", "weak success"],
    ["uv", "  × No solution found when resolving dependencies:", "proof runtime_error"],
    ["cargo", "error: failed to select a version for `gorp`.", "proof runtime_error"],
    ["apt", "E: Unable to locate package gorp", "proof runtime_error"],
    ["bundler", "Could not find gem 'gorp' in any of the sources.", "proof runtime_error"],
    [
      "composer",
      "Your requirements could not be resolved to an installable set of packages.",
      "proof runtime_error",
    ],
    ["go", "go: example.org/gorp@v9.9.9: unknown revision v9.9.9", "strong runtime_error"],
    ["homebrew", 'Warning: No available formula with the name "gorp".', "proof runtime_error"],
    ["a wheel being built", "  Building wheel for gorp (setup.py): finished with status 'done'", "nothing"],
    ["a lock file mentions errors", '    "http-errors": "^2.0.0",', "nothing"],
    ["an audit", "3 vulnerabilities (1 low, 2 high)", "nothing"],
  ])("%s", (_why, text, saw) => {
    expect(strongest([packageManagers], text).saw).toBe(saw);
  });

  it("keeps npm's code and its number", () => {
    expect(strongest([packageManagers], "npm error code ENOENT\nnpm error errno -2").facts).toMatchObject({
      framework: "npm",
      error_type: "ENOENT",
    });
  });
});
