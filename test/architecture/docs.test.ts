import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { type Command, CommanderError } from "commander";
import { parseSync } from "oxc-parser";
import { describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { ROUTES } from "../../src/http/routes.ts";
import { everyCommand } from "../../scripts/reference/cli-page.ts";
import { buildSite } from "../../scripts/docs-site/build-site.ts";
import { brokenLinks } from "../../scripts/docs-site/check-site.ts";
import { checkHtml } from "../check-html.ts";
import { type CodeBlock, readMarkdown } from "../markdown-file.ts";
import { shellCommands } from "../shell-commands.ts";

/** Not ours, or made. */
const ELSEWHERE = new Set(["node_modules", "dist", "fixtures"]);

const paths = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return ELSEWHERE.has(entry.name) || entry.name.startsWith(".") ? [] : paths(path);
    return entry.name.endsWith(".md") ? [normalize(path)] : [];
  });

const pages = paths(".").map((path) => ({ path, ...readMarkdown(readFileSync(path, "utf8")) }));
const anchorsOf = new Map(pages.map(({ path, anchors }) => [path, anchors]));

/** The problems of all blocks in one of these languages. */
const problems = (
  languages: readonly string[],
  check: (block: CodeBlock) => readonly string[],
): { readonly checked: number; readonly wrong: readonly string[] } => {
  const blocks = pages.flatMap(({ path, blocks: all }) =>
    all.filter(({ language }) => languages.includes(language)).map((block) => ({ path, block })),
  );
  const wrong = blocks.flatMap(({ path, block }) =>
    check(block).map((problem) => `${path}:${block.line}: ${problem}`),
  );
  return { checked: blocks.length, wrong };
};

describe("links", () => {
  it("every relative link leads to a file or folder, and every anchor to a heading", () => {
    const wrong = pages.flatMap(({ path, links }) =>
      links.flatMap(({ target, line }) => {
        if (/^[a-z]+:/.test(target)) return [];
        const [file = "", anchor] = target.split("#");
        const to = file === "" ? path : normalize(join(dirname(path), decodeURIComponent(file)));
        if (to.startsWith("..") || !existsSync(to)) return [`${path}:${line}: there is no ${to}`];
        if (anchor === undefined || statSync(to).isDirectory()) return [];
        const known = anchorsOf.get(to.replace(/\/$/, ""));
        return known === undefined || known.has(anchor) ? [] : [`${path}:${line}: ${to} has no #${anchor}`];
      }),
    );
    expect(wrong).toEqual([]);
    expect(pages.flatMap(({ links }) => links).length).toBeGreaterThan(100);
  });

  it("every file of the repository that a page names is there", () => {
    const named = pages.flatMap(({ path, spans }) =>
      spans
        .filter(({ text }) =>
          /^(?:src|test|scripts|docs|examples|bench|eval|model|catalogue|web)\/[\w./-]+\.(?:ts|js|mjs|json|jsonl|md|ya?ml)$/.test(
            text,
          ),
        )
        .map(({ text, line }) => ({ at: `${path}:${line}`, text })),
    );
    expect(named.filter(({ text }) => !existsSync(text))).toEqual([]);
    expect(named.length).toBeGreaterThan(60);
  });

  it("18.7 the architecture page names files that exist, and every room of the core", () => {
    const text = readFileSync("docs/architecture.md", "utf8");
    const sources = readdirSync("src", { recursive: true, encoding: "utf8" });
    const named = Array.from(text.matchAll(/`([\w/-]+\.ts)`/g), ([, name]) => name!);
    const gone = named.filter(
      (name) => !existsSync(name) && !sources.some((file) => file === name || file.endsWith(`/${name}`)),
    );
    expect(gone).toEqual([]);
    expect(named.length).toBeGreaterThan(30);
    const rooms = readdirSync("src/core", { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(rooms.filter(({ name }) => !text.includes(`${name}/ `))).toEqual([]);
  });

  it("every page of docs/ can be reached from the map of the docs; decisions are listed by their folder", () => {
    const reached = new Set(["docs/README.md"]);
    for (const path of reached) {
      const page = pages.find((each) => each.path === path);
      for (const { target } of page?.links ?? []) {
        const to = normalize(join(dirname(path), target.split("#")[0]!));
        if (anchorsOf.has(to)) reached.add(to);
        if (anchorsOf.has(join(to, "README.md"))) reached.add(join(to, "README.md"));
      }
    }
    const lost = pages
      .map(({ path }) => path)
      .filter((path) => /^docs\/(?!decisions\/\d)/.test(path) && !reached.has(path));
    expect(lost).toEqual([]);
  });
});

describe("the site", () => {
  // A page that is in no section, and HTML or a picture that the site does not take, ends this with its name.
  const site = buildSite(".", { version: "1.2.3", base: "/docs/", app: "/", hasVersions: false });
  const html = [...site].filter(([name]) => name.endsWith(".html")) as [string, string][];

  it("has every page of docs/, and every link leads to a page, a picture or a heading", () => {
    const inside = pages.filter(({ path }) => path.startsWith("docs/"));
    // The page for unknown addresses is added, and so are those of the root.
    expect(html.length).toBeGreaterThan(inside.length);
    expect(brokenLinks(site)).toEqual([]);
  });

  it("is well-formed, has landmarks and one h1, and nothing that the content security policy refuses", () => {
    for (const [name, text] of html) {
      const elements = checkHtml(text);
      const names = elements.map((each) => each.name);
      for (const one of ["header", "main", "h1"]) {
        expect([name, one, names.filter((each) => each === one).length]).toEqual([name, one, 1]);
      }
      const refused = elements.filter(
        ({ name: tag, attributes }) =>
          ["style", "iframe", "object"].includes(tag) ||
          (tag === "script" && !attributes.has("src")) ||
          [...attributes.keys()].some((each) => each === "style" || each.startsWith("on")),
      );
      expect([name, refused]).toEqual([name, []]);
    }
  });

  it("keeps the names that operations had when the API reference was the page at /docs", () => {
    const page = site.get("reference/api.html") as string;
    expect(ROUTES.filter(({ id }) => !page.includes(`id="op-${id}"`))).toEqual([]);
  });
});

describe("README.md", () => {
  it("18.x has at most 900 words, in the order that readers expect", () => {
    const text = readFileSync("README.md", "utf8");
    expect(text.split(/\s+/).length).toBeLessThanOrEqual(900);
    expect([...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).toEqual([
      "Install",
      "Use it with Claude Code",
      "Why Emend",
      "How it compares",
      "Learn more",
    ]);
  });
});

describe("blocks of code", () => {
  it("JSON is JSON", () => {
    const { checked, wrong } = problems(["json", "jsonl"], ({ language, text }) =>
      (language === "json" ? [text] : text.split("\n").filter((line) => line.trim() !== "")).flatMap(
        (each) => {
          try {
            JSON.parse(each);
            return [];
          } catch (error) {
            return [String(error)];
          }
        },
      ),
    );
    expect(wrong).toEqual([]);
    expect(checked).toBeGreaterThan(2);
  });

  it("YAML is YAML", () => {
    const { checked, wrong } = problems(["yaml"], ({ text }) =>
      parseAllDocuments(text).flatMap((document) => document.errors.map(({ message }) => message)),
    );
    expect(wrong).toEqual([]);
    expect(checked).toBeGreaterThan(2);
  });

  it("programs parse, and import what there is", () => {
    const { checked, wrong } = problems(["ts", "js"], ({ language, text }) => {
      const { errors, module } = parseSync(`block.${language}`, text, { sourceType: "module" });
      const imports = module.staticImports.flatMap(({ moduleRequest, entries }) =>
        missing(
          moduleRequest.value,
          entries.map(({ importName }) => importName.name ?? "default"),
        ),
      );
      return [...errors.map(({ message }) => message), ...imports];
    });
    expect(wrong).toEqual([]);
    expect(checked).toBeGreaterThan(2);
  });

  it.each([
    { why: "a command that there is not", shell: "cat x | emend revue check --json" },
    { why: "an option that there is not", shell: "FOO=1 npx emend review check --jsn" },
    { why: "a value that it does not take", shell: "emend serve && emend review check --fail-on terrible" },
    { why: "an argument too many", shell: "emend config schema now" },
    { why: "one within another", shell: 'X="$(emend tokens crate --name a)"' },
    { why: "behind a dash-dash", shell: "claude mcp add emend -- emend mcp --agnt rio" },
  ])("would hear of $why", async ({ shell }) => {
    const own = shellCommands(shell).flatMap((words) => emendWords(words) ?? []);
    const said: string[] = [];
    for (const words of shellCommands(shell)) said.push(...(await refusalOf(emendWords(words) ?? ["help"])));
    expect(own.length).toBeGreaterThan(0);
    expect(said).toHaveLength(1);
  });

  it("every `emend …` in a shell names a command there is, with options it takes", async () => {
    const commands: { at: string; words: readonly string[] }[] = [];
    for (const { path, blocks } of pages) {
      for (const { language, text, line } of blocks) {
        if (language !== "sh") continue;
        const own = shellCommands(text).flatMap((words) => [emendWords(words) ?? []]);
        commands.push(
          ...own.filter(({ length }) => length > 0).map((words) => ({ at: `${path}:${line}`, words })),
        );
      }
    }
    const wrong: string[] = [];
    for (const { at, words } of commands) {
      for (const refusal of await refusalOf(words)) wrong.push(`${at}: ${refusal}`);
    }
    expect(wrong).toEqual([]);
    expect(commands.length).toBeGreaterThan(150);
  });
});

/** What may stand before a command. */
const BEFORE = new Set(["npx", "until", "while", "if", "!", "do", "then", "export"]);

/** What stands behind `emend`, however it is started; nothing where another program is. */
function emendWords(words: readonly string[]): readonly string[] | undefined {
  const at = words.findIndex((word) => !/^\w+=/.test(word) && !BEFORE.has(word));
  const rest = at === -1 ? [] : words.slice(at);
  if (rest[0] === "emend") return rest.slice(1);
  if (rest[0] === "node" && rest[1] === "dist/bin.js") return rest.slice(2);
  const behind = rest.indexOf("--");
  return behind === -1 || rest[0] === "npm" ? undefined : emendWords(rest.slice(behind + 1));
}

const program = await everyCommand();
silence(program);

/** What the command line says to these words; nothing where it takes them. */
async function refusalOf(words: readonly string[]): Promise<readonly string[]> {
  const said: string[] = [];
  try {
    await program.parseAsync(words, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) said.push(`emend ${words.join(" ")}: ${error.message}`);
  }
  return said;
}

/** Options are read as ever; nothing is run. */
function silence(command: Command): void {
  for (const child of command.commands) silence(child);
  command.exitOverride().configureOutput({ writeOut: () => {}, writeErr: () => {} });
  if (command.parent !== null) command.action(() => {});
}

const {
  exports: entries,
  dependencies,
  devDependencies,
} = JSON.parse(readFileSync("package.json", "utf8")) as {
  readonly exports: Readonly<Record<string, unknown>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
};

/** The names that a module does not have; only those of this package are looked at. */
function missing(module: string, names: readonly string[]): readonly string[] {
  if (module.startsWith("node:")) return [];
  if (module !== "emend" && !module.startsWith("emend/")) {
    return module in dependencies || module in devDependencies ? [] : [`there is no package ${module}`];
  }
  const subpath = module.slice("emend/".length);
  if (entries[subpath === "" ? "." : `./${subpath}`] === undefined) return [`emend has no ${module}`];
  const source = readFileSync(`src/entry/${subpath === "" ? "index" : subpath}.ts`, "utf8");
  const exported = new Set(
    parseSync("entry.ts", source).module.staticExports.flatMap(({ entries: each }) =>
      each.map(({ exportName }) => exportName.name),
    ),
  );
  return names.filter((name) => !exported.has(name)).map((name) => `${module} has no ${name}`);
}
