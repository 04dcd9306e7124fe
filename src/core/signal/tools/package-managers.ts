import { fails, ignores, provesFailure, suggestsSuccess, type Tool } from "./tool.ts";

/** Package managers: failed and finished installations. */
export const packageManagers: Tool = {
  name: "package-managers",
  kind: "runtime",
  rules: [
    ignores(/^npm (?:WARN|warn|notice|info|http|verb)\b/),
    provesFailure(
      "npm",
      /^npm (?:ERR!|error) code (?<type>[A-Z]\w{1,60})$/,
      /^npm (?:ERR!|error) (?:errno|code) (?<exit>\d{1,3})$/,
    ),
    fails(
      "npm",
      /^npm (?:ERR!|error) (?:A complete log|\s|$|path |command |syscall |cwd |workspace |in workspace)/,
      /^npm (?:ERR!|error) (?<message>\S.{0,300})$/,
    ),
    suggestsSuccess(
      "npm",
      /^(?:added|removed|changed|up to date,? ?)\b.{0,80}\b(?:audited )?\d+ packages?\b.{0,60}\bin \d/,
      /^found 0 vulnerabilities$/,
    ),
    provesFailure(
      "pnpm",
      /^\s?ERR_PNPM_(?<type>\w{2,60}) {1,4}(?<message>.{1,300})$/,
      /^\s?ELIFECYCLE\b(?<message>.{0,200})$/,
    ),
    provesFailure(
      "yarn",
      /^(?:➤ )?YN0001: (?:│ )?(?<message>.{0,20}\w*Error.{1,300})$/,
      /^➤ YN(?:0082|0035|0041|0028|0009): (?<message>.{1,300})$/,
      /^error (?<message>(?:Couldn't find (?:any versions|package)|An unexpected error occurred|Command failed|Found incompatible module|Received malformed|Couldn't publish|No lockfile|Your lockfile needs).{0,300})/,
    ),
    provesFailure("bun", /^error: (?<message>.{1,120} failed to resolve|GET https?:.{1,200} - \d{3})$/),
    provesFailure(
      { framework: "pip", language: "python" },
      /^ERROR: (?<message>(?:Could not find a version|No matching distribution|Could not install packages|Cannot install|ResolutionImpossible|Failed building wheel|Failed to build|Could not build wheels|Command errored out|Invalid requirement|Could not open requirements file|Package .{1,80} requires a different Python|pip's dependency resolver|Cannot uninstall|Directory .{1,120} is not installable|HTTP error|THESE PACKAGES DO NOT MATCH|Exception).{0,300})/,
      /^\s{0,4}(?:[×x] |error: )?(?<message>(?:Encountered error while|Failed to build installable wheels|subprocess-exited-with-error|metadata-generation-failed|externally-managed-environment|legacy-install-failure|Getting requirements to build wheel did not run|python setup\.py \w{1,20} did not run|Preparing metadata \(pyproject\.toml\) did not run|Building wheel for .{1,80} did not run).{0,200})/,
    ),
    suggestsSuccess("pip", /^Successfully (?:installed|uninstalled) \S/),
    provesFailure({ framework: "uv", language: "python" }, /^\s{0,4}(?:× )?No solution found when resolving/),
    provesFailure(
      "poetry",
      /^(?:Because .{1,300}, version solving failed\.|.{0,80}version solving failed\.)/,
    ),
    provesFailure(
      "conda",
      /^(?:PackagesNotFoundError|UnsatisfiableError|ResolvePackageNotFound|LibMambaUnsatisfiableError|CondaHTTPError): ?(?<message>.{0,300})$/,
    ),
    provesFailure(
      { framework: "cargo", language: "rust" },
      /^error: (?<message>(?:failed to (?:download|fetch|get|load source|select a version|parse lock|update|sync|query|resolve)|no matching package|failed to get `).{0,300})/,
    ),
    provesFailure(
      "apt",
      /^E: (?<message>(?:Unable to|Package|Failed to|Could not|Sub-process|The repository|Some index|Unmet dependencies|Version|dpkg was interrupted|Conflicting|Broken|You must|The method|Invalid|Couldn't).{1,300})$/,
      /^dpkg: (?:error|dependency problems)(?<message>.{1,300})/,
    ),
    provesFailure(
      "dnf",
      /^(?:Error: )?(?<message>(?:Unable to find a match: |No match for argument: |Nothing to do\. Error|Failed to download metadata for repo|No package .{1,80} available).{0,200})/,
    ),
    provesFailure(
      "pacman",
      /^error: (?<message>(?:target not found: |failed to prepare transaction|failed retrieving file).{0,200})/,
    ),
    provesFailure(
      "apk",
      /^ERROR: (?<message>(?:unable to select packages|unsatisfiable constraints).{0,100})/,
    ),
    provesFailure(
      "homebrew",
      /^(?:Error|Warning): (?<message>No (?:available formula|similarly named|available cask).{1,200})/,
    ),
    provesFailure(
      { framework: "bundler", language: "ruby" },
      /^(?<message>Could not find (?:gem '.{1,120}'|compatible versions|.{1,80} in any of the sources|a valid gem).{0,200})/,
      /^(?<message>(?:Gem::\S{1,80}(?:Error|Conflict): |An error occurred while installing |Bundler (?:could not find|cannot continue|::\w{1,60})).{1,300})/,
    ),
    provesFailure(
      { framework: "rubygems", language: "ruby" },
      /^ERROR: {1,3}(?<message>(?:Could not find a valid gem|Error installing|While executing gem|Failed to build gem native extension|Loading command).{0,200})/,
    ),
    suggestsSuccess("bundler", /^Bundle complete!/),
    provesFailure(
      { framework: "composer", language: "php" },
      /^(?<message>Your requirements could not be resolved to an installable set of packages\.)/,
    ),
    fails(
      { framework: "composer", language: "php" },
      /^\s{0,4}(?:- Root composer\.json requires .{1,200}|\[(?:Composer\\|Symfony\\).{1,100}Exception\])$/,
    ),
    fails(
      { framework: "go", language: "go" },
      /^(?:go: )?(?<message>(?:module .{1,200}: (?:reading|no matching versions|git ls-remote)|.{1,200}: (?:unknown revision|invalid version|unrecognized import path|cannot find module providing package)|errors parsing go\.mod|no required module provides package|updates to go\.mod needed|missing go\.sum entry|go\.mod file not found).{0,300})/,
    ),
    provesFailure(
      "cocoapods",
      /^\[!\] (?<message>(?:CocoaPods could not|Unable to find a specification|Error installing|Invalid `Podfile|No podspec).{0,200})/,
    ),
    provesFailure("nuget", /^error NU\d{4}: (?<message>.{1,300})/),
  ],
  hits: {
    "runtime_error proof, runtime_error strong": [
      "npm ERR! code ERESOLVE\nnpm ERR! ERESOLVE unable to resolve dependency tree",
      "npm error code E404\nnpm error 404 Not Found - GET https://registry.example/gorp",
    ],
    "success weak": ["added 120 packages, and audited 121 packages in 3s", "Successfully installed gorp-1.0"],
    "runtime_error proof": [
      " ERR_PNPM_NO_MATCHING_VERSION  No matching version found for gorp@9",
      'error Couldn\'t find package "gorp" on the "npm" registry.',
      "➤ YN0035: │ gorp@npm:9: Package not found",
      "ERROR: Could not find a version that satisfies the requirement gorp (from versions: none)",
      "  error: subprocess-exited-with-error",
      "  × No solution found when resolving dependencies:",
      "error: failed to select a version for `gorp`.",
      "E: Unable to locate package gorp",
      "Could not find gem 'gorp' in any of the sources.",
      "Your requirements could not be resolved to an installable set of packages.",
      'Warning: No available formula with the name "gorp".',
    ],
    "runtime_error strong": ["go: example.org/gorp@v9.9.9: unknown revision v9.9.9"],
  },
  misses: [
    "npm warn deprecated glob@7.2.3: no longer supported",
    "npm notice New major version of npm available!",
    "  Building wheel for gorp (setup.py): finished with status 'done'",
    '    "http-errors": "^2.0.0",',
    "3 vulnerabilities (1 low, 2 high)",
  ],
};
