import { lineRules } from "./runtime-rules.ts";

/** Installing dependencies: what each package manager prints when it gives up, and when it is done. */
export const packageManagers = lineRules(
  "package-managers",
  [
    "npm err",
    "npm error",
    "npm warn",
    "error",
    "err_pnpm",
    "could not find a version",
    "no matching distribution",
    "subprocess-exited",
    "failed",
    "unable to",
    "e: ",
    "packages",
    "successfully installed",
    "requirement already satisfied",
    "bundle complete",
    "could not",
    "couldn't",
    "cannot find module",
    "no candidate version",
    "resolution",
    "your requirements could not",
    "conflict",
    "dependency",
    "no solution found",
    "unsatisfiable",
    "no available formula",
    "404",
    "yn00",
    "unknown revision",
    "invalid version",
    "import path",
    "go.mod",
    "go.sum",
    "no required module",
    "module ",
  ],
  [
    { pattern: /^npm (?:WARN|warn|notice|info|http|verb)\b/, says: "nothing" },
    {
      pattern: /^npm (?:ERR!|error) code (?<type>[A-Z]\w{1,60})$/,
      weight: "proof",
      facts: { framework: "npm" },
    },
    {
      pattern: /^npm (?:ERR!|error) (?:errno|code) (?<exit>\d{1,3})$/,
      weight: "proof",
      facts: { framework: "npm" },
    },
    {
      pattern:
        /^npm (?:ERR!|error) (?:A complete log|\s|$|path |command |syscall |cwd |workspace |in workspace)/,
      facts: { framework: "npm" },
    },
    { pattern: /^npm (?:ERR!|error) (?<message>\S.{0,300})$/, facts: { framework: "npm" } },
    {
      pattern:
        /^(?:added|removed|changed|up to date,? ?)\b.{0,80}\b(?:audited )?\d+ packages?\b.{0,60}\bin \d/,
      weight: "weak",
      says: "success",
      facts: { framework: "npm" },
    },
    { pattern: /^found 0 vulnerabilities$/, weight: "weak", says: "success", facts: { framework: "npm" } },
    {
      pattern: /^\s?ERR_PNPM_(?<type>\w{2,60}) {1,4}(?<message>.{1,300})$/,
      weight: "proof",
      facts: { framework: "pnpm" },
    },
    { pattern: /^\s?ELIFECYCLE\b(?<message>.{0,200})$/, weight: "proof", facts: { framework: "pnpm" } },
    {
      pattern: /^(?:➤ )?YN0001: (?:│ )?(?<message>.{0,20}\w*Error.{1,300})$/,
      weight: "proof",
      facts: { framework: "yarn" },
    },
    {
      pattern: /^➤ YN(?:0082|0035|0041|0028|0009): (?<message>.{1,300})$/,
      weight: "proof",
      facts: { framework: "yarn" },
    },
    {
      pattern:
        /^error (?<message>(?:Couldn't find (?:any versions|package)|An unexpected error occurred|Command failed|Found incompatible module|Received malformed|Couldn't publish|No lockfile|Your lockfile needs).{0,300})/,
      weight: "proof",
      facts: { framework: "yarn" },
    },
    {
      pattern: /^error: (?<message>.{1,120} failed to resolve|GET https?:.{1,200} - \d{3})$/,
      weight: "proof",
      facts: { framework: "bun" },
    },
    {
      pattern:
        /^ERROR: (?<message>(?:Could not find a version|No matching distribution|Could not install packages|Cannot install|ResolutionImpossible|Failed building wheel|Failed to build|Could not build wheels|Command errored out|Invalid requirement|Could not open requirements file|Package .{1,80} requires a different Python|pip's dependency resolver|Cannot uninstall|Directory .{1,120} is not installable|HTTP error|THESE PACKAGES DO NOT MATCH|Exception).{0,300})/,
      weight: "proof",
      facts: { framework: "pip", language: "python" },
    },
    {
      pattern:
        /^\s{0,4}(?:[×x] |error: )?(?<message>(?:Encountered error while|Failed to build installable wheels|subprocess-exited-with-error|metadata-generation-failed|externally-managed-environment|legacy-install-failure|Getting requirements to build wheel did not run|python setup\.py \w{1,20} did not run|Preparing metadata \(pyproject\.toml\) did not run|Building wheel for .{1,80} did not run).{0,200})/,
      weight: "proof",
      facts: { framework: "pip", language: "python" },
    },
    {
      pattern: /^Successfully (?:installed|uninstalled) \S/,
      weight: "weak",
      says: "success",
      facts: { framework: "pip" },
    },
    {
      pattern: /^\s{0,4}(?:× )?No solution found when resolving/,
      weight: "proof",
      facts: { framework: "uv", language: "python" },
    },
    {
      pattern: /^(?:Because .{1,300}, version solving failed\.|.{0,80}version solving failed\.)/,
      weight: "proof",
      facts: { framework: "poetry" },
    },
    {
      pattern:
        /^(?:PackagesNotFoundError|UnsatisfiableError|ResolvePackageNotFound|LibMambaUnsatisfiableError|CondaHTTPError): ?(?<message>.{0,300})$/,
      weight: "proof",
      facts: { framework: "conda" },
    },
    {
      pattern:
        /^error: (?<message>(?:failed to (?:download|fetch|get|load source|select a version|parse lock|update|sync|query|resolve)|no matching package|failed to get `).{0,300})/,
      weight: "proof",
      facts: { framework: "cargo", language: "rust" },
    },
    {
      pattern:
        /^E: (?<message>(?:Unable to|Package|Failed to|Could not|Sub-process|The repository|Some index|Unmet dependencies|Version|dpkg was interrupted|Conflicting|Broken|You must|The method|Invalid|Couldn't).{1,300})$/,
      weight: "proof",
      facts: { framework: "apt" },
    },
    {
      pattern: /^dpkg: (?:error|dependency problems)(?<message>.{1,300})/,
      weight: "proof",
      facts: { framework: "apt" },
    },
    {
      pattern:
        /^(?:Error: )?(?<message>(?:Unable to find a match: |No match for argument: |Nothing to do\. Error|Failed to download metadata for repo|No package .{1,80} available).{0,200})/,
      weight: "proof",
      facts: { framework: "dnf" },
    },
    {
      pattern:
        /^error: (?<message>(?:target not found: |failed to prepare transaction|failed retrieving file).{0,200})/,
      weight: "proof",
      facts: { framework: "pacman" },
    },
    {
      pattern: /^ERROR: (?<message>(?:unable to select packages|unsatisfiable constraints).{0,100})/,
      weight: "proof",
      facts: { framework: "apk" },
    },
    {
      pattern:
        /^(?:Error|Warning): (?<message>No (?:available formula|similarly named|available cask).{1,200})/,
      weight: "proof",
      facts: { framework: "homebrew" },
    },
    {
      pattern:
        /^(?<message>Could not find (?:gem '.{1,120}'|compatible versions|.{1,80} in any of the sources|a valid gem).{0,200})/,
      weight: "proof",
      facts: { framework: "bundler", language: "ruby" },
    },
    {
      pattern:
        /^(?<message>(?:Gem::\S{1,80}(?:Error|Conflict): |An error occurred while installing |Bundler (?:could not find|cannot continue|::\w{1,60})).{1,300})/,
      weight: "proof",
      facts: { framework: "bundler", language: "ruby" },
    },
    {
      pattern:
        /^ERROR: {1,3}(?<message>(?:Could not find a valid gem|Error installing|While executing gem|Failed to build gem native extension|Loading command).{0,200})/,
      weight: "proof",
      facts: { framework: "rubygems", language: "ruby" },
    },
    { pattern: /^Bundle complete!/, weight: "weak", says: "success", facts: { framework: "bundler" } },
    {
      pattern: /^(?<message>Your requirements could not be resolved to an installable set of packages\.)/,
      weight: "proof",
      facts: { framework: "composer", language: "php" },
    },
    {
      pattern:
        /^\s{0,4}(?:- Root composer\.json requires .{1,200}|\[(?:Composer\\|Symfony\\).{1,100}Exception\])$/,
      weight: "strong",
      facts: { framework: "composer", language: "php" },
    },
    {
      pattern:
        /^(?:go: )?(?<message>(?:module .{1,200}: (?:reading|no matching versions|git ls-remote)|.{1,200}: (?:unknown revision|invalid version|unrecognized import path|cannot find module providing package)|errors parsing go\.mod|no required module provides package|updates to go\.mod needed|missing go\.sum entry|go\.mod file not found).{0,300})/,
      weight: "strong",
      facts: { framework: "go", language: "go" },
    },
    {
      pattern:
        /^\[!\] (?<message>(?:CocoaPods could not|Unable to find a specification|Error installing|Invalid `Podfile|No podspec).{0,200})/,
      weight: "proof",
      facts: { framework: "cocoapods" },
    },
    { pattern: /^error NU\d{4}: (?<message>.{1,300})/, weight: "proof", facts: { framework: "nuget" } },
  ],
);
