import { describe, expect, it } from "vitest";
import { ruleFile } from "../../../test/rule-file.ts";
import { readYaml } from "../../drivers/git/read-yaml.ts";
import type { RuleFile } from "../rule-file/parse-rule-file.ts";
import { isAtLeast, keepFindings, lintRuleFiles } from "./lint-rule-files.ts";
import { readCommands } from "./project-commands.ts";
import { createTree } from "./project-tree.ts";
import { readToolSettings } from "./tool-settings.ts";

const TREE = [
  "package.json",
  "Makefile",
  "src/app.ts",
  "src/ui/button.tsx",
  "src/ui/form.tsx",
  "docs/style.md",
  "web/src/main.ts",
  "linked",
];
const MANIFESTS = new Map([
  ["package.json", '{"scripts": {"test": "vitest", "test:web": "x", "build": "tsc"}}'],
  ["Makefile", "all: build\nbuild test-all:\n\ttrue\n"],
  ["justfile", "set shell := ['sh']\nbuild target='x':\n  true\nalias b := build\n"],
  ["Cargo.toml", '[package]\nname = "shop"\n'],
]);
const SETTINGS = new Map([
  [".prettierrc", "singleQuote: true\nprintWidth: 100\n"],
  ["tsconfig.json", '{\n  "compilerOptions": {\n    "strict": true\n  }\n}'],
]);

const lint = (...files: readonly RuleFile[]) => {
  const { findings, stalePaths } = lintRuleFiles({
    files,
    tree: createTree(TREE),
    commands: readCommands(MANIFESTS),
    enforcement: {
      settings: readToolSettings(SETTINGS, readYaml),
      linterFor: (text) =>
        text === "Do not use `var`." ? { tool: "eslint", rule: "no-var", file: ".eslintrc.json" } : undefined,
      isScript: true,
    },
    yamlProblem: (text) => {
      const parsed = readYaml(text);
      return parsed.ok ? undefined : parsed.error;
    },
  });
  return [...findings, ...stalePaths.map(({ finding }) => finding)].map(
    ({ kind, file, line, message }) => `${kind} ${file}:${line} ${message}`,
  );
};

const found = (text: string, path?: string): readonly string[] =>
  lint(ruleFile(text, path)).map((each) => each.split(" ").slice(0, 2).join(" "));

describe("stale paths", () => {
  it.each([
    [
      "a file of a folder that is there",
      "- Pages are in `src/page.tsx`.",
      "`src/page.tsx` does not exist in this repository. Correct it, or delete the line.",
    ],
    [
      "a moved file",
      "- The form is `src/form.tsx`.",
      "`src/form.tsx` does not exist in this repository. Did you mean `src/ui/form.tsx`?",
    ],
    [
      "a link",
      "See [the rules](docs/rules.md).",
      "`docs/rules.md` does not exist in this repository. Correct it, or delete the line.",
    ],
    [
      "a document",
      "- Read `TESTING.md` first.",
      "`TESTING.md` does not exist in this repository. Correct it, or delete the line.",
    ],
  ])("finds %s", (_, text, message) =>
    expect(lint(ruleFile(text))).toEqual([`stale-path AGENTS.md:1 ${message}`]),
  );

  it.each([
    [
      "what is there",
      "- `src/app.ts`, `./src/ui/`, `src/ui/form`, `src/ui/button.js`, `src/app.ts:12`, `ui/form.tsx`",
    ],
    ["what is to be made", "- Create `src/cart.ts` for it."],
    ["what is an example", "- Name tests after their file (e.g., `src/cart.test.ts`)."],
    ["what is forbidden", "- Never put code into `src/lib/`."],
    ["what is gone, also over lines", "- There is no\n  `src/lib/` any more."],
    [
      "placeholders",
      "- `src/<name>.ts`, `src/foo.ts`, `src/your-page.tsx`, `src/MyPage.tsx`, `src/*.tsx`, `src/{a,b}.ts`",
    ],
    ["what a build makes", "- The output is in `dist/app.js` and `node_modules/a`."],
    [
      "what is no path",
      "- `and/or`, `next/link`, `application/json`, `@/lib/a.ts`, `/api/users`, `https://a.example/src/x.ts`, `a/b/c`",
    ],
    ["what is behind a link or in a submodule", "- `linked/src/a.ts`"],
    ["captions of examples", "`src/types/cart.ts`\n\n```ts\nx\n```"],
    ["code blocks", "```\nsrc/old.ts\n```"],
    ["addresses and anchors", "[a](https://a.example/b.md) [b](#tests) [c](docs/style.md#names)"],
  ])("leaves %s", (_, text) => expect(lint(ruleFile(text))).toEqual([]));

  it("is relative to the file's folder, or to the root", () => {
    expect(lint(ruleFile("- `src/main.ts`, `../docs/style.md`, `docs/style.md`", "web/AGENTS.md"))).toEqual(
      [],
    );
    expect(found("- The pages are in `src/pages.ts`.", "web/AGENTS.md")).toEqual([
      "stale-path web/AGENTS.md:1",
    ]);
  });

  it("finds globs that match nothing", () => {
    expect(lint(ruleFile("---\nglobs: lib/**,*.py\n---\n- a\n", ".cursor/rules/a.mdc"))).toEqual([
      "stale-path .cursor/rules/a.mdc:2 No file of this repository matches `lib/**`, `*.py`, so the agent never loads these rules. Correct `globs`, or delete the file.",
    ]);
    expect(found("---\nglobs: lib/**,*.ts\n---\n- a\n", ".cursor/rules/a.mdc")).toEqual([]);
  });

  it("finds imports of nothing", () => {
    expect(found("@docs/style.md\n@docs/none.md\n@~/mine.md", "CLAUDE.md")).toEqual([
      "stale-path CLAUDE.md:2",
    ]);
  });
});

describe("stale commands", () => {
  it.each([
    [
      "a script",
      "- Run `npm run lint` first.",
      "No package.json here has a script `lint`, so `npm run lint` fails. Correct the command, or delete the line.",
    ],
    [
      "one with a close name",
      "- Run `pnpm test:all`.",
      "No package.json here has a script `test:all`, so `pnpm test:all` fails. Did you mean `test`?",
    ],
    [
      "a target in a code block",
      "```sh\n$ cd web && make deploy\n```",
      "No Makefile here has a target `deploy`, so `make deploy` fails. Correct the command, or delete the line.",
    ],
    [
      "a crate",
      "- `cargo test -p cart`",
      "No Cargo.toml here defines `cart`, so `cargo test -p cart` fails. Correct the command, or delete the line.",
    ],
    [
      "an xtask",
      "- `cargo xtask ci`",
      "`cargo xtask` is neither an alias in .cargo/config.toml nor a crate here. Correct the command, or delete the line.",
    ],
    [
      "a recipe",
      "- `just deploy`",
      "No justfile here has a recipe `deploy`, so `just deploy` fails. Correct the command, or delete the line.",
    ],
  ])("finds %s", (_, text, message) =>
    expect(lint(ruleFile(text)).map((each) => each.replace(/^stale-command AGENTS\.md:\d /, ""))).toEqual([
      message,
    ]),
  );

  it.each([
    "- `npm run test`, `npm test`, `pnpm build`, `pnpm vitest`, `yarn add x`, `make build`, `make test-all`, `make -C web x`, `just build a`, `just b`",
    "- `npm run <script>`, `npm run $NAME`, `make V=1`, `cargo build`, `npm run`",
    "- Never run `npm run deploy`.",
    "- If there is one, run `npm run lint`.",
    "```ts\nnpm run lint\n```",
  ])("leaves %s", (text) => expect(lint(ruleFile(text))).toEqual([]));

  it("says nothing if no manifest can be read", () => {
    expect(
      readCommands(
        new Map([
          ["Makefile", "%.o: %.c\n\tcc\n"],
          ["package.json", "{"],
        ]),
      ),
    ).toMatchObject({ hasCargo: false });
    expect(readCommands(new Map([["Makefile", "%.o: %.c\n"]])).make).toBeUndefined();
  });
});

describe("lines and each other", () => {
  it("finds what is said twice in a file, or in two that one agent reads", () => {
    const text = "## A\n- Run the tests before you push.\n## B\n- **Run the tests** before you push\n";
    expect(lint(ruleFile(text))).toEqual(["duplicate AGENTS.md:4 Line 2 says the same. Keep one of them."]);
    const one = "- Run the tests before you push.\n";
    expect(
      lint(ruleFile(one), ruleFile(`---\nalwaysApply: true\n---\n${one}`, ".cursor/rules/a.mdc")),
    ).toEqual([
      "duplicate .cursor/rules/a.mdc:4 AGENTS.md:1 says the same, and Cursor reads both. Keep one of them.",
    ]);
    expect(lint(ruleFile(one), ruleFile(one, "CLAUDE.md"))).toEqual([]);
    expect(lint(ruleFile(one, "a/AGENTS.md"), ruleFile(one, "b/AGENTS.md"))).toEqual([]);
  });

  it("finds a copied file once", () => {
    const text = ["a", "b", "c", "d", "e"]
      .map((each) => `- Run the ${each} tests before you push.\n`)
      .join("");
    expect(lint(ruleFile(text), ruleFile(text, "web/AGENTS.md"))).toEqual([
      "duplicate web/AGENTS.md:1 5 lines of this file are also in AGENTS.md, and Codex, Cursor, Copilot and Windsurf read both. Keep them in one of the files.",
    ]);
  });

  it.each([
    "Do:\n\n- Run the tests in the browser.\n\nDon't:\n\n- Run the tests in the browser.\n",
    "- Add a page:\n  - Write a test for it.\n- Add a route:\n  - Write a test for it.\n",
    "## Good\n- Return the result early here.\n## Bad\n- Return the result early here.\n",
  ])("leaves the same words in another place", (text) => expect(lint(ruleFile(text))).toEqual([]));

  it.each([
    ["other values", "- Use tabs for indentation.\n- Prettier: 2-space indentation, trailing commas\n"],
    ["the reverse", "- Always squash commits before merging.\n- Never squash commits before merging.\n"],
    ["another package manager", "- Use pnpm.\n- Package manager: npm\n"],
  ])("finds contradictions: %s", (_, text) =>
    expect(found(text).filter((each) => each === "conflict AGENTS.md:2")).toEqual(["conflict AGENTS.md:2"]),
  );

  it.each(["- Use tabs in Go.\n- Use 2 spaces in YAML.\n", "- Use pnpm, not npm.\n- Use pnpm.\n"])(
    "leaves %s",
    (text) => expect(found(text).filter((each) => each.startsWith("conflict"))).toEqual([]),
  );
});

describe("vague and enforced lines", () => {
  it.each([
    "Write clean, maintainable code.",
    "Follow best practices",
    "Follow security best practices.",
    "Implement proper error handling and logging.",
    "Be careful and thorough",
  ])("finds %s", (text) => expect(found(`- ${text}`)).toEqual(["vague AGENTS.md:1"]));
  it.each([
    "Write clean code: at most 40 lines.",
    "Follow the style guide",
    "Use `Result` for errors",
    "Keep functions under 40 lines",
    "Handle errors with Result",
    "Write tests",
  ])("leaves %s", (text) => expect(found(`- ${text}`)).toEqual([]));

  it("finds what a formatter, a compiler or a linter enforces", () => {
    expect(
      lint(
        ruleFile(
          "# TypeScript\n- Use single quotes.\n- Strict mode enabled\n- Do not use `var`.\n- Line length: 100\n",
        ),
      ),
    ).toEqual([
      "enforced AGENTS.md:2 Prettier enforces this: .prettierrc sets quotes to single. Delete the line.",
      "enforced AGENTS.md:3 TypeScript enforces this: tsconfig.json sets strict mode to yes. Delete the line.",
      "enforced AGENTS.md:4 eslint's rule no-var is switched on in .eslintrc.json and enforces this. Delete the line.",
      "enforced AGENTS.md:5 Prettier enforces this: .prettierrc sets line width to 100. Delete the line.",
    ]);
  });

  it("finds what a formatter contradicts, and leaves other languages", () => {
    expect(found("- Use double quotes.\n")).toEqual(["conflict AGENTS.md:1"]);
    expect(found("# Python\n- Use single quotes.\n")).toEqual([]);
  });
});

describe("comments that override", () => {
  const file = ruleFile(
    "<!-- emend-ignore[stale-path]: the build makes it -->\n- It is `src/gen.ts`.\n- Also `src/gen2.ts`. <!-- emend-ignore -->\n",
  );

  it("take a kind, and a reason", () => {
    const { stalePaths } = lintRuleFiles({
      files: [file],
      tree: createTree(TREE),
      commands: readCommands(new Map()),
      enforcement: { settings: [], linterFor: () => undefined, isScript: false },
      yamlProblem: () => undefined,
    });
    const all = stalePaths.map(({ finding }) => finding);
    const kept = keepFindings(all, [file], []);
    expect(kept.findings.map(({ line }) => line)).toEqual([3]);
    expect(kept.overridden).toBe(1);
    expect(keepFindings(all, [file], ["stale-path"]).findings).toEqual([]);
    expect([isAtLeast({ severity: "error" }, "warning"), isAtLeast({ severity: "info" }, "warning")]).toEqual(
      [true, false],
    );
  });
});
