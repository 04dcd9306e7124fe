import { readFileSync } from "node:fs";
import { Command } from "commander";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { addCheck } from "../../src/cli/check/check.ts";
import { addReject } from "../../src/cli/reject/reject.ts";
import { addReview } from "../../src/cli/review/review.ts";

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly uses?: string;
  readonly steps?: readonly Step[];
}

interface Workflow {
  readonly permissions?: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

const action = parse(read("action.yml")) as {
  readonly inputs: Readonly<Record<string, { readonly description?: string; readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
};
const blocks = [...read("examples/github/README.md").matchAll(/```(\w+)\n([\s\S]*?)```/g)];
const blockOf = (language: string): string => blocks.find(([, name]) => name === language)![2]!;

const WORKFLOWS: Readonly<Record<string, Workflow>> = {
  "reusable-workflow.yml": parse(read("examples/github/reusable-workflow.yml")) as Workflow,
  "README.md": parse(blockOf("yaml")) as Workflow,
};

const jobs = Object.entries(WORKFLOWS).flatMap(([file, workflow]) =>
  Object.entries(workflow.jobs).map(([name, job]) => ({ what: `${file}, job ${name}`, job })),
);
const steps = [
  ...action.runs.steps.map((step) => ({ what: `action.yml, ${step.name}`, step })),
  ...jobs.flatMap(({ what, job }) =>
    (job.steps ?? []).map((step) => ({ what: `${what}, ${step.name ?? step.uses}`, step })),
  ),
];
const scripts = steps.filter(({ step }) => step.run !== undefined);

describe("action.yml", () => {
  it("is composite, and describes each input", () => {
    expect(action.runs.using).toBe("composite");
    for (const input of Object.values(action.inputs)) expect(input.description).toMatch(/\S/);
  });

  it("names only inputs and steps that exist", () => {
    const text = read("action.yml");
    const named = [...text.matchAll(/\binputs\.([\w-]+)/g)].map(([, name]) => name);
    expect(new Set(named)).toEqual(new Set(Object.keys(action.inputs)));
    const outputs = [...text.matchAll(/steps\.check\.outputs\.(\w+)/g)].map(([, name]) => name!);
    const check = action.runs.steps.find((step) => (step as { id?: string }).id === "check")!;
    for (const name of outputs) expect(check.run).toContain(`echo "${name}=`);
  });
});

describe("steps", () => {
  it("are many, so that this test looks at something", () => {
    expect(scripts.length).toBeGreaterThan(4);
  });

  it.each(scripts)(
    "$what: what comes from outside reaches the script by the environment only",
    ({ step }) => {
      expect(step.run).not.toContain("${{");
      expect(Object.keys(step.env ?? {}).length).toBeGreaterThan(0);
    },
  );

  it.each(scripts)("$what: every variable is quoted and known", ({ step }) => {
    const own = [...step.run!.matchAll(/^\s*(\w+)=/gm)].map(([, name]) => name!);
    const known = new Set([...Object.keys(step.env ?? {}), ...own, ...RUNNER]);
    const used = [...step.run!.matchAll(/\$\{?([A-Za-z_]\w*)/g)].map(([, name]) => name!);
    expect(used.filter((name) => !known.has(name))).toEqual([]);
    const bare = step.run!.replaceAll(/"[^"\n]*"/g, '""');
    expect(bare).not.toMatch(/\$[A-Za-z{]/);
  });

  it.each(action.runs.steps.filter(({ run }) => run !== undefined))("$name: says its shell", ({ shell }) => {
    expect(shell).toBe("bash");
  });

  it.each(steps.filter(({ step }) => step.uses !== undefined))(
    "$what: is pinned to a major version",
    ({ step }) => {
      expect(step.uses).toMatch(/^[\w.-]+\/[\w./-]+@v\d+$/);
    },
  );
});

describe("workflows", () => {
  it.each(Object.entries(WORKFLOWS))(
    "%s: gives nothing to anybody unless a job says so",
    (_file, workflow) => {
      expect(workflow.permissions).toEqual({});
    },
  );

  it.each(jobs)("$what: says what it needs, and no more", ({ job }) => {
    const allowed = {
      contents: "read",
      "pull-requests": "write",
      checks: "write",
      "security-events": "write",
    };
    expect(allowed).toMatchObject(job.permissions ?? { missing: true });
  });
});

describe("commands", () => {
  const lines = [
    ...scripts.flatMap(({ what, step }) =>
      step.run!.split("\n").map((line) => ({ what, line: line.trim() })),
    ),
    ...blockOf("sh")
      .split("\n")
      .map((line) => ({ what: "README.md", line: line.trim() })),
  ];
  const commands = lines
    .map(({ what, line }) => ({ what, line: line.replace(/^npx /, "") }))
    .filter(({ line }) => line.startsWith("emend "));

  it("are many, so that this test looks at something", () => {
    expect(commands.length).toBeGreaterThan(6);
  });

  it.each(commands)("$what: $line", async ({ line }) => {
    const words = line.replaceAll(/\$\([^)]*\)/g, "0123").match(/"[^"]*"|\S+/g)!;
    const end = words.findIndex((word) => ["<", ">", "|", "||"].includes(word));
    const args = words.slice(1, end === -1 ? undefined : end).map((word) => word.replaceAll('"', ""));
    const program = new Command("emend").exitOverride();
    const context = { io: {} as never, finish: () => {} };
    addReview(program, context);
    addReject(program, context);
    addCheck(program, context);
    const ran: string[] = [];
    silence(program, ran);
    const settled = args.map((word) => word.replaceAll("$FAIL_ON", "high"));
    await program.parseAsync(settled, { from: "user" });
    expect(ran).toHaveLength(1);
  });
});

/** Set by the runner for every step. */
const RUNNER = ["RUNNER_TEMP", "GITHUB_PATH", "GITHUB_OUTPUT", "GITHUB_REPOSITORY"];

/** Options are read as ever; nothing is run. */
function silence(command: Command, ran: string[]): void {
  for (const child of command.commands) silence(child, ran);
  command.exitOverride().configureOutput({ writeErr: () => {} });
  if (command.commands.length === 0) command.action(() => void ran.push(command.name()));
}
