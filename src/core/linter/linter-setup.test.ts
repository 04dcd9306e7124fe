import { describe, expect, it } from "vitest";
import { fileDiff } from "../diff/unified-diff.ts";
import { readLinterSetup } from "./linter-setup.ts";

const setup = (files: Readonly<Record<string, string>>, tool: string, rule: string, options?: unknown) => {
  const { change, ...rest } = readLinterSetup(new Map(Object.entries(files)), {
    tool,
    rule,
    ...(options === undefined ? {} : { options }),
  });
  const added = change === null ? null : fileDiff(change.path, change.before, change.after);
  return { ...rest, lines: added?.split("\n").filter((line) => /^[+-](?![+-])/.test(line)) ?? null };
};

describe("a linter in a repository", () => {
  it("is absent if nothing names it, and unknown if its settings are not read", () => {
    expect(setup({}, "eslint", "no-var")).toMatchObject({ tool: "absent", lines: null });
    expect(setup({ "package.json": "{}" }, "ruff", "E711").tool).toBe("absent");
    expect(setup({ "pyproject.toml": "[tool.black]\n" }, "ruff", "E711").tool).toBe("absent");
    expect(setup({}, "clippy", "needless_bool").tool).toBe("unknown");
  });

  it("is there if the package names it, or settings that are code do; those are not read", () => {
    const manifest = JSON.stringify({ devDependencies: { eslint: "^9" } });
    expect(setup({ "package.json": manifest }, "eslint", "no-var")).toMatchObject({
      tool: "present",
      rule: "unknown",
      file: null,
    });
    for (const file of ["eslint.config.js", "eslint.config.mts", ".eslintrc.cjs", ".eslintrc.yml"])
      expect(setup({ [file]: "process.exit(1)" }, "eslint", "no-var")).toEqual({
        tool: "present",
        rule: "unknown",
        file,
        lines: null,
      });
  });

  it("has a rule on or off as its settings say, with the change that switches it on", () => {
    const rc = (rules: object, more: object = {}) => JSON.stringify({ ...more, rules }, null, 4);
    expect(setup({ ".eslintrc.json": rc({ "no-var": ["error"] }) }, "eslint", "no-var")).toMatchObject({
      rule: "on",
      lines: null,
    });
    expect(setup({ ".eslintrc.json": rc({ "no-var": 0 }) }, "eslint", "no-var")).toMatchObject({
      rule: "off",
      file: ".eslintrc.json",
      lines: ['-        "no-var": 0', '+        "no-var": "error"'],
    });
    expect(setup({ ".eslintrc.json": rc({}, { extends: "x" }) }, "eslint", "no-var").rule).toBe("unknown");
    expect(setup({ ".oxlintrc.json": "{}" }, "oxlint", "eslint/no-var", [{ all: true }])).toMatchObject({
      rule: "unknown",
      lines: [
        "-{}",
        "+{",
        '+  "rules": {',
        '+    "eslint/no-var": [',
        '+      "error",',
        "+      {",
        '+        "all": true',
        "+      }",
        "+    ]",
        "+  }",
        "+}",
      ],
    });
    expect(setup({ ".oxlintrc.json": rc({ "eslint/no-var": "off" }) }, "oxlint", "eslint/no-var").rule).toBe(
      "off",
    );
    const biome = JSON.stringify({ linter: { rules: { style: { useConst: { level: "warn" } } } } });
    expect(setup({ "biome.json": biome }, "biome", "style/useConst").rule).toBe("on");
    expect(setup({ "biome.json": biome }, "biome", "style/noVar").rule).toBe("unknown");
    expect(setup({ "biome.jsonc": "{ // comment\n}" }, "biome", "style/noVar")).toMatchObject({
      tool: "present",
      rule: "unknown",
      lines: null,
    });
  });

  it("is not tripped by hostile settings", () => {
    const hostile = '{"rules": {"__proto__": {"no-var": "error"}, "constructor": "error"}}';
    expect(setup({ ".eslintrc.json": hostile }, "eslint", "no-var").rule).toBe("off");
    expect(setup({ ".eslintrc.json": "[[[" }, "eslint", "no-var").rule).toBe("unknown");
    expect(setup({ ".eslintrc.json": '{"rules": 7}' }, "eslint", "no-var").rule).toBe("off");
  });
});

describe("Ruff's settings", () => {
  const ruff = (text: string, rule = "B006") => setup({ "pyproject.toml": text }, "ruff", rule);

  it("switch on what is selected and not ignored, the most specific name deciding", () => {
    expect(ruff('[tool.ruff.lint]\nselect = ["E", "B"]\n').rule).toBe("on");
    expect(ruff('[tool.ruff.lint]\nselect = ["ALL"]\nignore = ["B006"]\n')).toMatchObject({
      rule: "off",
      lines: null,
    });
    expect(ruff('[tool.ruff.lint]\nselect = ["B006"]\nignore = ["B"]\n').rule).toBe("on");
    expect(ruff("[tool.ruff]\nline-length = 90\n", "F401").rule).toBe("on");
    expect(setup({ "ruff.toml": 'extend = "../ruff.toml"\n' }, "ruff", "B006").rule).toBe("unknown");
    expect(ruff('[tool.ruff.lint]\nselect = [\n  # all\n  "E", ]\n', "B006").rule).toBe("off");
    expect(ruff("[tool.ruff.lint]\nselect = RULES\n").rule).toBe("unknown");
  });

  it("are changed by one line", () => {
    expect(ruff('[tool.ruff.lint]\nselect = ["E"]\n').lines).toEqual(['+extend-select = ["B006"]']);
    expect(ruff("[tool.ruff]\nline-length = 90\n").lines).toEqual([
      "+",
      "+[tool.ruff.lint]",
      '+extend-select = ["B006"]',
    ]);
    expect(ruff('[tool.ruff.lint]\nextend-select = ["E5"]\n').lines).toEqual([
      '-extend-select = ["E5"]',
      '+extend-select = ["B006", "E5"]',
    ]);
  });
});
