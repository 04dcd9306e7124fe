import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CodingClient } from "./coding-client.ts";

const platform = `${process.platform}-${process.arch}`;

export const CLAUDE_CODE: CodingClient = {
  name: "claude-code",
  client: {
    name: "@anthropic-ai/claude-code",
    version: "2.1.325",
    program: `@anthropic-ai/claude-code-${platform}/claude`,
  },
  prepare: () => undefined,
  turn: (prompt, isNew) => [
    "-p",
    prompt,
    ...(isNew ? [] : ["--continue"]),
    "--allowedTools",
    "Read,Write,Edit,Bash",
  ],
  env: ({ url }) => ({
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: "sk-ant-not-a-key",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
  }),
  write: (path, content) => ({ tool: "Write", input: { file_path: path, content } }),
  run: (command) => ({ tool: "Bash", input: { command, description: "Run it" } }),
  tools: "mcp__emend__",
  compacts: "/compact",
};

const CODEX_TARGETS: Readonly<Record<string, string>> = {
  "linux-x64": "x86_64-unknown-linux-musl",
  "linux-arm64": "aarch64-unknown-linux-musl",
  "darwin-x64": "x86_64-apple-darwin",
  "darwin-arm64": "aarch64-apple-darwin",
};

export const CODEX: CodingClient = {
  name: "codex",
  client: {
    name: "@openai/codex",
    version: "0.169.0",
    program: `@openai/codex-${platform}/vendor/${CODEX_TARGETS[platform]}/bin/codex`,
  },
  prepare: ({ folder, home, url }) => {
    mkdirSync(join(home, ".codex"));
    writeFileSync(
      join(home, ".codex/config.toml"),
      `model = "gpt-5.5"
model_provider = "scripted"
check_for_update_on_startup = false
[model_providers.scripted]
name = "scripted"
base_url = "${url}/v1"
env_key = "SCRIPTED_KEY"
wire_api = "responses"
supports_websockets = false
[analytics]
enabled = false
[projects."${folder}"]
trust_level = "trusted"
`,
    );
  },
  // Without the first option, hooks that nobody reviewed are left out; the second lets it work without asking.
  turn: (prompt, isNew) => [
    "exec",
    ...(isNew ? [] : ["resume", "--last"]),
    "--dangerously-bypass-hook-trust",
    "--dangerously-bypass-approvals-and-sandbox",
    "--config",
    "model_auto_compact_token_limit=100000",
    prompt,
  ],
  env: () => ({ SCRIPTED_KEY: "not-a-key" }),
  write: (path, text) => ({
    patch: [
      "*** Begin Patch",
      `*** Add File: ${path}`,
      ...text
        .trimEnd()
        .split("\n")
        .map((line) => `+${line}`),
      "*** End Patch",
      "",
    ].join("\n"),
  }),
  run: (cmd) => ({ tool: "exec_command", input: { cmd } }),
  tools: "mcp__emend",
  compacts: "tokens",
};

export const GEMINI: CodingClient = {
  name: "gemini",
  client: { name: "@google/gemini-cli", version: "0.61.0", program: "@google/gemini-cli/bundle/gemini.js" },
  prepare: ({ folder, home }) => {
    mkdirSync(join(home, ".gemini"));
    const settings = {
      general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
      privacy: { usageStatisticsEnabled: false },
      security: { auth: { selectedType: "gemini-api-key" } },
    };
    writeFileSync(join(home, ".gemini/settings.json"), JSON.stringify(settings));
    writeFileSync(join(home, ".gemini/trustedFolders.json"), JSON.stringify({ [folder]: "TRUST_FOLDER" }));
  },
  turn: (prompt, isNew) => [
    "-m",
    "gemini-2.5-pro",
    "--yolo",
    ...(isNew ? [] : ["--resume", "latest"]),
    "-p",
    prompt,
  ],
  env: ({ url }) => ({ GEMINI_API_KEY: "not-a-key", GOOGLE_GEMINI_BASE_URL: url }),
  write: (path, content) => ({ tool: "write_file", input: { file_path: path, content } }),
  run: (command) => ({ tool: "run_shell_command", input: { command } }),
  tools: "mcp_emend_",
  compacts: "unheard",
};

/** OpenCode installs a package for plugins in such folders, which ours does not need, and waits for it. */
function plantPlugins(place: string): void {
  const dependencies = { "@opencode-ai/plugin": "1.18.33" };
  mkdirSync(join(place, "node_modules"), { recursive: true });
  writeFileSync(join(place, "package.json"), JSON.stringify({ dependencies }));
  writeFileSync(join(place, "package-lock.json"), JSON.stringify({ packages: { "": { dependencies } } }));
}

export const OPENCODE: CodingClient = {
  name: "opencode",
  client: { name: `opencode-${platform}`, version: "1.18.33", program: `opencode-${platform}/bin/opencode` },
  prepare: ({ folder, home, url }) => {
    for (const place of [join(folder, ".opencode"), join(home, ".config/opencode")]) plantPlugins(place);
    const file = join(folder, "opencode.json");
    const provider = { anthropic: { options: { baseURL: `${url}/v1`, apiKey: "not-a-key" } } };
    const settings = JSON.parse(readFileSync(file, "utf8")) as object;
    writeFileSync(file, JSON.stringify({ ...settings, model: "anthropic/claude-sonnet-4-5", provider }));
  },
  turn: (prompt, isNew) => ["run", ...(isNew ? [] : ["--continue"]), prompt],
  env: () => ({
    OPENCODE_DISABLE_AUTOUPDATE: "1",
    OPENCODE_DISABLE_MODELS_FETCH: "1",
  }),
  write: (filePath, content) => ({ tool: "write", input: { filePath, content } }),
  run: (command) => ({ tool: "bash", input: { command, description: "Run it" } }),
  tools: "emend_",
  compacts: "tokens",
};

export const CLIENTS: readonly CodingClient[] = [CLAUDE_CODE, CODEX, GEMINI, OPENCODE];
