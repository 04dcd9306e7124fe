import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";
import { cyclesOf, measureTree } from "../../scripts/measure/measure-tree.ts";

/** Who may import whom inside src/; "package" stands for npm packages and node: modules. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  core: ["core", "package:zod", "package:diff"],
  ports: ["ports", "core"],
  app: ["app", "ports", "core"],
  drivers: ["drivers", "ports", "core", "package"],
  compose: ["compose", "compose.ts", "config", "app", "ports", "core", "drivers", "package"],
  "compose.ts": ["compose", "app", "ports", "core", "package"],
  worker: ["worker", "compose.ts", "config", "app", "ports", "core", "package"],
  config: ["config", "ports", "core", "package"],
  cli: [
    "cli",
    "demo",
    "hook",
    "http",
    "mcp",
    "app",
    "ports",
    "core",
    "config",
    "compose",
    "compose.ts",
    "worker",
    "package",
  ],
  demo: ["demo"],
  hook: ["hook", "app", "ports", "core", "config", "compose", "compose.ts", "package"],
  http: ["http", "mcp", "compose.ts", "app", "ports", "core", "package"],
  mcp: ["mcp", "compose.ts", "app", "ports", "core", "package"],
  entry: ["core", "ports", "app", "drivers", "compose", "compose.ts"],
};

const MOST_LINES = 400;
const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => file.replaceAll("\\", "/"));
const files = filesIn("src").filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));

describe("the folder listing is the architecture", () => {
  it("imports point inwards", () => {
    const wrong = files.flatMap((file) => {
      const room = file.split("/")[0]!;
      const allowed = MAY_IMPORT[room] ?? [];
      return importsOf(file)
        .filter(
          (to) =>
            to !== "package.json" &&
            !allowed.includes(to) &&
            !(to.startsWith("package:") && allowed.includes("package")),
        )
        .map((to) => `src/${file} imports ${to}; src/${room} may import ${allowed.join(", ")}`);
    });
    expect(wrong).toEqual([]);
  });

  it("18.1 only compose/ knows the drivers", () => {
    const wrong = files.filter(
      (file) => !/^(?:compose|drivers|entry)\//.test(file) && importsOf(file).includes("drivers"),
    );
    expect(wrong).toEqual([]);
  });

  it("18.1 no rooms of the core import each other in a circle, type imports included", () => {
    expect(measureTree(".").cycles).toEqual([]);
  });

  it("18.1 a circle would be found", () => {
    const imports = new Map([
      ["core/a", new Set(["core/b"])],
      ["core/b", new Set(["core/c"])],
      ["core/c", new Set(["core/a", "core/d"])],
      ["core/d", new Set<string>()],
    ]);
    expect(cyclesOf(imports)).toEqual([["core/a", "core/b", "core/c"]]);
  });

  it("only what starts a server knows the server", () => {
    const starts =
      /^cli\/(?:.*\/)?(?:run-serve|show-setting|open-(?:github-hook|metrics|provider-login|tracer)|webhook-test)\.ts$/;
    const wrong = files.filter(
      (file) => file.startsWith("cli/") && !starts.test(file) && importsOf(file).includes("http"),
    );
    expect(wrong).toEqual([]);
  });

  it("the core knows no clock and no chance", () => {
    const wrong = files
      .filter((file) => file.startsWith("core/"))
      .filter((file) =>
        /\bDate\.now\(|new Date\(\)|Math\.random\(|\bprocess\.[a-z]+[.(]|globalThis\.|\bfetch\(/.test(
          read(file),
        ),
      );
    expect(wrong).toEqual([]);
  });

  it("files are small, also those of tests and tools", () => {
    const long = ["src", "test", "bench", "eval", "scripts", "examples"]
      .flatMap((folder) => filesIn(folder).map((file) => `${folder}/${file}`))
      .filter((file) => /\.[jt]s$/.test(file))
      .filter((file) => readFileSync(file, "utf8").split("\n").length > MOST_LINES);
    expect(long).toEqual([]);
  });

  it("files are kebab-case and export no default", () => {
    for (const file of files) {
      expect(file.split("/").at(-1)).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*\.ts$/);
      expect(read(file)).not.toMatch(/^export default/m);
    }
  });
});

function read(file: string): string {
  return readFileSync(join("src", file), "utf8");
}

function importsOf(file: string): readonly string[] {
  const found = read(file).matchAll(
    /(?:^|\n)\s*(?:import|export)\b[^"';]*?from\s*"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)|(?:^|\n)import\s+"([^"]+)"/g,
  );
  return [...found].map((match) => {
    const target = match[1] ?? match[2] ?? match[3] ?? "";
    if (!target.startsWith(".")) return `package:${target.split("/")[0]}`;
    const path = normalize(join(dirname(file), target)).replaceAll("\\", "/");
    return path.endsWith("package.json") ? "package.json" : path.split("/")[0]!;
  });
}
