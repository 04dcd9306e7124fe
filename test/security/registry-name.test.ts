import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { SOURCE_BIN } from "../bin.ts";
import { plant, folder, run, useInitProject } from "../init-project.ts";
import { registryNames } from "../registry-names.ts";

const textsIn = (name: string, ending: RegExp): readonly string[] =>
  readdirSync(name, { recursive: true, encoding: "utf8" })
    .filter((file) => ending.test(file) && !/\.test\.ts$|node_modules/.test(file))
    .map((file) => `${name}/${file}`);

/** Everything that people copy commands from, and everything that writes files for them. */
const FILES = [
  "README.md",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "action.yml",
  "package.json",
  ...textsIn("docs", /\.md$/),
  ...textsIn("examples", /\.(?:md|js|ts|json|ya?ml|sh)$|Dockerfile/),
  ...textsIn("src", /\.ts$/),
  ...textsIn("web/src", /\.tsx?$/),
  ...textsIn("scripts", /\.[jt]s$/),
];

describe("a name on the npm registry that is not ours", () => {
  it("15.5 is recognised however it is written", () => {
    for (const text of [
      "npx emend demo",
      "npx -y emend mcp",
      "npx --yes emend@0.1.0 review check",
      "npm install --global emend",
      "npm i emend typescript",
      'npm install --prefix "$X" "emend@$VERSION"',
      "run: npm install --global emend@0.1",
      "pnpm dlx emend",
      '{ "command": "npx", "args": ["-y", "emend", "mcp"] }',
    ]) {
      expect([text, registryNames(text).length > 0]).toEqual([text, true]);
    }
    for (const text of [
      "npx --no -- emend mcp",
      "npm install --global ./emend-0.1.0.tgz",
      "emend serve --store postgres://emend@db/emend",
      "npm install ../emend/emend-0.1.0.tgz",
      '{ "command": "npx", "args": ["--no", "--", "emend", "mcp"] }',
    ]) {
      expect([text, registryNames(text)]).toEqual([text, []]);
    }
  });

  it("15.5 is run and installed by no document, example or source", () => {
    expect(FILES.length).toBeGreaterThan(500);
    const found = FILES.flatMap((file) =>
      registryNames(readFileSync(file, "utf8")).map((name) => `${file}: ${name}`),
    );
    expect(found).toEqual([]);
  });
});

describe("what emend init writes", () => {
  useInitProject();

  it.each([
    { why: "no package.json", manifest: null },
    { why: "a dependency on a tarball", manifest: { devDependencies: { emend: "file:emend-0.1.0.tgz" } } },
    { why: "a dependency on the registry's package", manifest: { devDependencies: { emend: "^0.1.0" } } },
  ])("15.5 runs no registry name, with $why", async ({ manifest }) => {
    if (manifest !== null) plant({ "package.json": JSON.stringify(manifest) });
    const { stdout, stderr } = await run(["--for", "claude-code,cursor,codex,copilot,ci", "--yes"]);
    const written = [".claude/settings.json", ".mcp.json", ".cursor/hooks.json", ".cursor/mcp.json"]
      .concat(".github/workflows/emend.yml", "emend.yaml")
      .map((file) => readFileSync(`${folder}/${file}`, "utf8"));
    expect(registryNames([stdout, stderr, ...written].join("\n"))).toEqual([]);
  });

  it.each([
    "npx -y emend",
    "npx emend",
    "npx --yes emend@0.1.0",
    "pnpm dlx emend",
    "bunx emend",
    "npm exec emend",
  ])("15.5 refuses --command %j, which would fetch it", async (command) => {
    const { code, stderr } = await run(["--for", "claude-code", "--command", command, "--yes"]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("[invalid_command]") });
  });

  it("15.5 names the program that runs by its whole path, and the hook answers from there", async () => {
    const program = [process.execPath, SOURCE_BIN] as const;
    await run(["--for", "claude-code", "--yes"], { program });
    const { hooks } = JSON.parse(readFileSync(`${folder}/.claude/settings.json`, "utf8")) as {
      hooks: { Stop: readonly { hooks: readonly { command: string }[] }[] };
    };
    const [{ command }] = hooks.Stop[0]!.hooks as readonly [{ command: string }];
    expect(command).toBe(`${process.execPath} ${SOURCE_BIN} hook claude-code`);
    const input = JSON.stringify({ hook_event_name: "Stop", session_id: "s-1", cwd: folder });
    const env = { HOME: folder, PATH: "/usr/bin:/bin" };
    const answer = spawnSync("sh", ["-c", `${command} --alone`], {
      cwd: folder,
      input,
      encoding: "utf8",
      env,
    });
    expect([answer.status, answer.stderr]).toEqual([0, ""]);
    expect(
      (await run(["--for", "claude-code", "--yes"], { program: ["node", "/other/dist/bin.js"] })).stdout,
    ).toBe("nothing to do: everything is already set up\n");
  });

  it("15.5 tells of an entry that an earlier emend init wrote with npx", async () => {
    plant({ ".mcp.json": '{"mcpServers": {"emend": {"command": "npx", "args": ["emend", "mcp"]}}}' });
    const { stderr } = await run(["--for", "claude-code", "--yes"]);
    expect(stderr).toContain(".mcp.json starts a different package named emend from the npm registry");
  });

  it.each([
    {
      why: "the checksum is another",
      integrity: "sha512-other",
      says: "is not the one that EMEND_INTEGRITY names",
    },
    {
      why: "no checksum is named",
      integrity: "",
      says: "set the variables EMEND_TARBALL and EMEND_INTEGRITY",
    },
  ])("15.5 the workflow installs nothing if $why", async ({ integrity, says }) => {
    await run(["--for", "ci", "--yes"]);
    const { jobs } = parse(readFileSync(`${folder}/.github/workflows/emend.yml`, "utf8")) as {
      jobs: { review: { steps: readonly { name?: string; run?: string }[] } };
    };
    const script = jobs.review.steps.find(({ name }) => name === "Install Emend")!.run!;
    writeFileSync(`${folder}/a.tgz`, "not a package");
    const env = {
      PATH: process.env["PATH"],
      RUNNER_TEMP: folder,
      GITHUB_PATH: `${folder}/path`,
      TARBALL: `file://${folder}/a.tgz`,
      INTEGRITY: integrity,
    };
    // Curl takes https only; here the file lies on this machine.
    const local = script.replace("--proto '=https'", "--proto '=file'");
    const { status, stdout } = spawnSync("bash", ["-e", "-c", local], { cwd: folder, encoding: "utf8", env });
    expect([status === 0, stdout]).toEqual([false, expect.stringContaining(says)]);
  });
});

describe("the action", () => {
  useInitProject();

  const { runs } = parse(readFileSync("action.yml", "utf8")) as {
    runs: { steps: readonly { name: string; run?: string }[] };
  };
  const install = runs.steps.find(({ name }) => name === "Install emend")!.run!;

  it.each([
    {
      why: "a version of the registry is named",
      given: { VERSION: "0.1" },
      says: "Leave it out and pin this action",
    },
    { why: "the checksum is another", given: { INTEGRITY: "sha512-other" }, says: "integrity names another" },
    { why: "no checksum is named", given: {}, says: "integrity names another" },
  ])("15.5 installs nothing if $why", ({ given, says }) => {
    writeFileSync(`${folder}/a.tgz`, "not a package");
    const env = {
      PATH: process.env["PATH"],
      RUNNER_TEMP: folder,
      GITHUB_PATH: `${folder}/path`,
      TARBALL: `file://${folder}/a.tgz`,
      VERSION: "",
      INTEGRITY: "",
      SOURCE: folder,
      ...given,
    };
    const local = install.replace("--proto '=https'", "--proto '=file'");
    const { status, stdout } = spawnSync("bash", ["-eo", "pipefail", "-c", local], {
      cwd: folder,
      encoding: "utf8",
      env,
    });
    expect([status, stdout]).toEqual([2, expect.stringContaining(says)]);
  });
});
