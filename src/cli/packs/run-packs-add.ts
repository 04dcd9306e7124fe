import type { AppliedRule } from "../../app/rule-pack/apply-pack.ts";
import type { PackPlan, PackToPlan } from "../../app/rule-pack/plan-pack.ts";
import { defined } from "../../core/defined.ts";
import { BY_COMMAND } from "../../core/person/known-people.ts";
import type { LockedPack } from "../../core/rule-pack/pack-lock.ts";
import type { Emend } from "../../compose.ts";
import type { CliContext } from "../cli-context.ts";
import { CliError, refusal, unwrapResult } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { EXIT } from "../exit-code.ts";
import { withEmend } from "../open/open-emend.ts";
import { actorOf } from "../options/parse-options.ts";
import { widthOf } from "../terminal/plain-text.ts";
import { confirmOrFail } from "../terminal/prompter.ts";
import { safeLine, toJson } from "../terminal/safe-text.ts";
import { painter } from "../terminal/style.ts";
import { confirmSources, type LoadedPack, loadPack } from "./load-pack.ts";
import { lockedPacks, openPackLock, type PackLockFile, toLockedSource } from "./pack-lock-file.ts";
import { appliedText, planSummary, planText, troubleLines } from "./packs-text.ts";
import type { PacksAddOptions, PacksUpdateOptions } from "./packs.ts";

/** `emend packs add`. */
export async function runPacksAdd(
  text: string,
  options: PacksAddOptions,
  context: CliContext,
): Promise<void> {
  const { io, finish } = context;
  const lock = await openPackLock(io);
  const loaded = await loadPack(io, lock.folder, toLockedSource(text, io, lock.folder));
  const { name, version } = loaded.pack;
  const locked = Object.hasOwn(lock.packs, name) ? lock.packs[name] : undefined;
  if (locked !== undefined && (locked.source !== loaded.source || locked.integrity !== loaded.integrity))
    throw refusal({
      code: "pack_already_added",
      message: `${name} ${locked.version} from ${locked.source} is here already; to take over ${version} from ${loaded.source}, run \`emend packs update ${name} ${loaded.source}\``,
    });
  const outcome = await withEmend({ ...options, create: true }, context, (emend) =>
    takeOver(emend, loaded, {
      lock,
      options,
      io,
      plan: {
        agents: options.agent ?? locked?.agents ?? [],
        isUpdate: false,
        ...defined({ only: options.rule }),
      },
    }),
  );
  if (options.json === true) io.stdout.write(toJson(outcome.answer));
  finish(outcome.isFine ? EXIT.success : EXIT.problem);
}

/** `emend packs update`. */
export async function runPacksUpdate(
  name: string | undefined,
  source: string | undefined,
  options: PacksUpdateOptions,
  context: CliContext,
): Promise<void> {
  const { io, finish } = context;
  const first = await openPackLock(io);
  const chosen = lockedPacks(first.packs, name);
  if (chosen.length === 0) io.stderr.write("emend: there are no packs; add one with `emend packs add`\n");
  if (source === undefined)
    await confirmSources(
      io,
      chosen.map(([, locked]) => locked.source),
      options,
    );
  const answers: unknown[] = [];
  let isFine = true;
  await withEmend({ ...options, create: true }, context, async (emend) => {
    for (const [packName, locked] of chosen) {
      const lock = await openPackLock(io);
      const from = source === undefined ? locked.source : toLockedSource(source, io, lock.folder);
      const loaded = await loadPack(io, lock.folder, from);
      if (loaded.pack.name !== packName)
        throw refusal({
          code: "pack_name_differs",
          message: `${from} has the pack ${loaded.pack.name}, not ${packName}; add it with \`emend packs add\``,
        });
      // Rules that people did not choose are not news.
      const only = locked.only?.filter((id) => loaded.pack.rules.some((rule) => rule.id === id));
      const plan = {
        agents: locked.agents,
        isUpdate: true,
        mayMove: source !== undefined,
        ...defined({ only }),
      };
      const outcome = await takeOver(emend, loaded, { lock, options, io, plan });
      answers.push(outcome.answer);
      isFine &&= outcome.isFine;
    }
  });
  if (options.json === true) io.stdout.write(toJson({ items: answers }));
  finish(isFine ? EXIT.success : EXIT.problem);
}

interface TakeOver {
  readonly lock: PackLockFile;
  readonly options: PacksUpdateOptions;
  readonly io: CliIo;
  readonly plan: Omit<PackToPlan, "pack" | "source" | "integrity">;
}

/** Shows what a pack would do, asks, does it, and records it in the lock file. */
async function takeOver(
  emend: Emend,
  loaded: LoadedPack,
  { lock, options, io, plan: question }: TakeOver,
): Promise<{ readonly answer: unknown; readonly isFine: boolean }> {
  const { pack, source, integrity } = loaded;
  const by = { id: actorOf(io, options.as), trust: "person", login: BY_COMMAND } as const;
  // Without a server, nothing else expires overdue proposals, which a pack may bring again.
  if (options.dryRun !== true) await emend.rules.expire();
  const plan = unwrapResult(await emend.packs.plan({ pack, source, integrity, ...question }));
  const isText = options.json !== true;
  if (isText) io.stdout.write(planText(plan, loaded, { width: widthOf(io), paint: painter(io) }));
  const summary = planSummary(plan);
  if (options.dryRun === true) {
    if (isText) io.stdout.write(summary === "" ? "\nnothing to propose\n" : `\nwould ${summary}\n`);
    return { answer: answerOf(loaded, plan), isFine: true };
  }
  if (summary !== "" && options.yes !== true) {
    const asked = `\n${summary.charAt(0).toUpperCase()}${summary.slice(1)}? Nothing comes into force without approval. [y/N] `;
    if (!(await confirmOrFail(io, asked, "or --dry-run to see what it would do")))
      throw new CliError("not_confirmed", "nothing was proposed", { exitCode: EXIT.problem });
  }
  const applied = await emend.packs.apply(plan, by);
  for (const line of troubleLines(applied)) io.stderr.write(`emend: ${line}\n`);
  await lock.write({ ...lock.packs, [pack.name]: lockedOf(loaded, applied, question, lock) });
  if (isText) io.stdout.write(`\n${appliedText(plan, applied, widthOf(io))}`);
  return {
    answer: answerOf(loaded, plan, applied),
    isFine: applied.every(({ refused }) => refused === null),
  };
}

const FROM_PACK: ReadonlySet<AppliedRule["step"]> = new Set([
  "propose",
  "amend",
  "unchanged",
  "changed_here",
]);

function lockedOf(
  { pack, source, resolved, integrity }: LoadedPack,
  applied: readonly AppliedRule[],
  { agents, only: asked }: TakeOver["plan"],
  lock: PackLockFile,
): LockedPack {
  const { name, version, license } = pack;
  const own = applied.filter(({ step, refused }) => FROM_PACK.has(step) && refused === null);
  const before = Object.hasOwn(lock.packs, name) ? lock.packs[name] : undefined;
  const stays = Object.entries(before?.rules ?? {}).filter(([id]) =>
    pack.rules.some((rule) => rule.id === id),
  );
  const hasAll = asked === undefined || (before !== undefined && before.only === undefined);
  const only = hasAll ? undefined : [...new Set([...(before?.only ?? []), ...applied.map(({ id }) => id)])];
  return {
    version,
    license,
    source,
    resolved,
    integrity,
    agents: [...agents],
    ...defined({ only }),
    rules: Object.fromEntries([...stays, ...own.map(({ id, rule_id }) => [id, rule_id] as const)]),
  };
}

/** Without `applied`, nothing was done. */
function answerOf(
  { pack, source, resolved, integrity }: LoadedPack,
  plan: PackPlan,
  applied?: readonly AppliedRule[],
): unknown {
  const { name, version, license, description } = pack;
  return {
    name,
    version,
    license,
    description,
    source,
    resolved,
    integrity,
    rules: plan.rules.map((planned, at) => {
      const { id, rule_id, step, why } = planned;
      const done = applied?.[at];
      return {
        id,
        rule_id,
        step,
        why,
        text: "rule" in planned ? planned.rule.text : planned.text,
        evidence: "rule" in planned ? planned.rule.evidence : null,
        seen: "seen" in planned ? planned.seen : null,
        conflicts: "conflicts" in planned ? planned.conflicts : [],
        warnings: "warnings" in planned ? planned.warnings : [],
        refused: done?.refused ?? null,
        checks: done?.checks ?? [],
        left_out: done?.left_out.map((message) => safeLine(message)) ?? [],
      };
    }),
    is_applied: applied !== undefined,
  };
}
