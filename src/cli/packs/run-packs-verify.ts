import { ExternalError } from "../../ports/errors.ts";
import type { CliContext } from "../cli-context.ts";
import { CliError } from "../cli-error.ts";
import { EXIT } from "../exit-code.ts";
import { safeLine, toJson } from "../terminal/safe-text.ts";
import { confirmSources, loadPack } from "./load-pack.ts";
import { lockedPacks, openPackLock } from "./pack-lock-file.ts";
import type { PacksVerifyOptions } from "./packs.ts";

interface VerifiedPack {
  readonly name: string;
  readonly resolved: string;
  readonly outcome: "same" | "differs" | "unreadable";
  /** Why it could not be read. */
  readonly message: string | null;
}

/** `emend packs verify`. */
export async function runPacksVerify(
  name: string | undefined,
  options: PacksVerifyOptions,
  { io, finish }: CliContext,
): Promise<void> {
  const lock = await openPackLock(io);
  const chosen = lockedPacks(lock.packs, name);
  if (chosen.length === 0) io.stderr.write("emend: there are no packs; add one with `emend packs add`\n");
  await confirmSources(
    io,
    chosen.map(([, { resolved }]) => resolved),
    options,
  );
  const items: VerifiedPack[] = [];
  for (const [packName, { resolved, integrity }] of chosen) {
    try {
      const loaded = await loadPack(io, lock.folder, resolved);
      const outcome = loaded.integrity === integrity && loaded.pack.name === packName ? "same" : "differs";
      items.push({ name: packName, resolved, outcome, message: null });
    } catch (error) {
      if (!(error instanceof ExternalError || error instanceof CliError)) throw error;
      items.push({ name: packName, resolved, outcome: "unreadable", message: error.message });
    }
  }
  if (options.json === true) io.stdout.write(toJson({ items }));
  else for (const item of items) io.stdout.write(`${safeLine(textOf(item))}\n`);
  const has = (outcome: VerifiedPack["outcome"]): boolean => items.some((item) => item.outcome === outcome);
  finish(has("differs") ? EXIT.problem : has("unreadable") ? EXIT.external : EXIT.success);
}

function textOf({ name, resolved, outcome, message }: VerifiedPack): string {
  if (outcome === "same") return `${name}: ${resolved} has the locked content`;
  if (outcome === "unreadable") return `${name}: cannot be read: ${message ?? resolved}`;
  return `${name}: ${resolved} no longer has the locked content; see what changed with \`emend packs update ${name} --dry-run\``;
}
