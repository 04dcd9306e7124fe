import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkFiles, type FileToCheck } from "../src/app/check/check-files.ts";
import type { ActiveCheck } from "../src/core/check/active-check.ts";
import type { StructureRule } from "../src/core/check/match-rule.ts";
import { coversLanguage } from "../src/core/check/known-check.ts";
import { loadKnownChecks } from "../src/drivers/catalogue/load-known-checks.ts";
import { createWasmSyntax } from "../src/drivers/syntax/wasm-syntax.ts";
import { median, millis, type Row } from "./measure.ts";

const CHECKS = 50;
const FILES = 2_000;
/** The peer takes too long for all of them. */
const PEER_FILES = 100;
const ROUNDS = 15;
const WARM = 4;
const ALLOWED_FILE_MS = 40;
const ALLOWED_REPOSITORY_MS = 10_000;
const LANGUAGE = "typescript";

/** Checks of common mistakes that the peer runs too, spread over the catalogue. */
function someChecks({ find }: Peer): readonly ActiveCheck[] {
  const runs = (rule: StructureRule): boolean => {
    try {
      find([rule], "");
      return true;
    } catch {
      return false;
    }
  };
  const all = loadKnownChecks().filter(
    ({ language, rule }) => coversLanguage(language, LANGUAGE) && runs(rule),
  );
  const step = Math.floor(all.length / CHECKS);
  return Array.from({ length: CHECKS }, (_, n) => all[n * step]!).map(({ id, say, language, rule }) => ({
    check_id: id,
    rule_id: "",
    version: 1,
    state: "nudging",
    rule: say,
    scope: { agents: [], paths: [] },
    example: null,
    may_fix: false,
    check: { kind: "structure", language, rule },
  }));
}

/** Emend's own source and tests. */
function ownFiles(): readonly FileToCheck[] {
  return ["src", "test", "web/src"]
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
    )
    .filter((path) => path.endsWith(".ts"))
    .toSorted()
    .slice(0, FILES)
    .map((path) => ({ path, text: readFileSync(path, "utf8") }));
}

interface Peer {
  readonly find: (rules: readonly StructureRule[], text: string) => void;
}

/** ast-grep's own engine, as far as it runs in Node.js without native code. */
async function openPeer(): Promise<Peer> {
  const grep = await import("@ast-grep/wasm");
  const libraryPath = createRequire(import.meta.url).resolve(
    "tree-sitter-typescript/tree-sitter-typescript.wasm",
  );
  await grep.initializeTreeSitter();
  await grep.registerDynamicLanguage({ [LANGUAGE]: { libraryPath } });
  return {
    find: (rules, text) => {
      const root = grep.parse(LANGUAGE, text).root();
      for (const rule of rules) root.findAll({ rule });
    },
  };
}

/** What checks cost right after an edit and over a whole repository, against ast-grep's engine on the same rules. */
export async function benchChecks(): Promise<readonly Row[]> {
  const grep = await openPeer();
  const checks = someChecks(grep);
  const rules = checks.flatMap((one) => ("rule" in one.check ? [one.check.rule] : []));
  const peer = (text: string): void => grep.find(rules, text);
  const files = ownFiles();
  const syntax = createWasmSyntax();
  const check = checkFiles({ syntax: async () => syntax });
  const edited = files.find(({ path }) => path === "src/core/check/check-file.ts")!;
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    // Never the same text twice: nothing may be remembered.
    const text = `${edited.text}// ${round}\n`;
    const changed = [{ from: 60, to: 80 }];
    ours.push(await time(async () => void (await check(checks, [{ ...edited, text, changed }]))));
    theirs.push(await time(async () => peer(text)));
  }
  const [one, other] = [median(ours.slice(WARM)), median(theirs.slice(WARM))];
  const some = files.filter((_, n) => n % Math.floor(files.length / PEER_FILES) === 0);
  const part = await time(async () => void (await check(checks, some)));
  const partOfPeer = await time(async () => some.forEach(({ text }) => peer(text)));
  const whole = await time(async () => void (await check(checks, files)));
  const command = process.env["AST_GREP"];
  const native = command === undefined ? undefined : timeCommand(command, rules, files);
  const peerName = "@ast-grep/wasm";
  return [
    {
      what: `${CHECKS} checks over one edited file`,
      peer: peerName,
      ours: millis(one),
      theirs: millis(other),
      ratio: one / other,
      limit: 0.3,
    },
    {
      what: `${CHECKS} checks over one edited file`,
      peer: "what an agent waits for",
      ours: millis(one),
      theirs: millis(ALLOWED_FILE_MS),
      ratio: one / ALLOWED_FILE_MS,
      limit: 1,
    },
    {
      what: `${CHECKS} checks over ${some.length} files`,
      peer: peerName,
      ours: millis(part),
      theirs: millis(partOfPeer),
      ratio: part / partOfPeer,
      limit: 0.3,
    },
    {
      what: `${CHECKS} checks over ${files.length} files`,
      peer: "10 s",
      ours: millis(whole),
      theirs: millis(ALLOWED_REPOSITORY_MS),
      ratio: whole / ALLOWED_REPOSITORY_MS,
      limit: 1,
    },
    ...(native === undefined
      ? []
      : [
          {
            what: `${CHECKS} checks over ${files.length} files`,
            peer: "ast-grep's native command",
            ours: millis(whole),
            theirs: millis(native),
            ratio: whole / native,
            limit: 3,
          },
        ]),
  ];
}

/** Processor time of ast-grep's own command, which is a native program and starts as many threads as it likes. */
function timeCommand(
  command: string,
  rules: readonly StructureRule[],
  files: readonly FileToCheck[],
): number {
  const folder = mkdtempSync(join(tmpdir(), "emend-bench-"));
  try {
    const documents = rules.map((rule, n) => JSON.stringify({ id: `check-${n}`, language: "ts", rule }));
    const [ruleFile, timeFile] = [join(folder, "rules.yml"), join(folder, "time")];
    writeFileSync(ruleFile, documents.join("\n---\n"));
    const script = 'TIMEFORMAT="%U %S"; { time "$@" >/dev/null; } 2>"$0"';
    const scan = [command, "scan", "--no-ignore", "hidden", "--rule", ruleFile];
    execFileSync("bash", ["-c", script, timeFile, ...scan, ...files.map(({ path }) => path)]);
    const seconds = /^(\d+\.\d+) (\d+\.\d+)\s*$/m.exec(readFileSync(timeFile, "utf8"));
    if (seconds === null) throw new Error(`${command} failed: ${readFileSync(timeFile, "utf8")}`);
    return (Number(seconds[1]) + Number(seconds[2])) * 1_000;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Milliseconds of processor time: nothing here waits for anything. */
async function time(run: () => Promise<void>): Promise<number> {
  const start = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}
