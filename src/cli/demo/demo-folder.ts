import { randomBytes } from "node:crypto";
import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { z } from "zod";
import { webhookSecret } from "../../core/webhook/webhook-settings.ts";
import { usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { toJson } from "../terminal/json-text.ts";
import type { OpenStore } from "../open/open-store.ts";
import { isServer } from "../../compose/store-place.ts";

/** What lies beside a demo's store and says that it is one. */
const markSchema = z.object({
  made_by: z.literal("emend demo"),
  store: z.string(),
  seed: z.int(),
  days: z.int(),
  made_at: z.string(),
  /** The token that visitors get in by, which no other store has; absent until the demo is whole. */
  visitor: z.string().optional(),
});
export type DemoMark = z.infer<typeof markSchema>;

/** Where a demo is kept. */
export interface DemoFolder {
  readonly folder: string;
  readonly store: string;
  readonly config: string;
  readonly mark: string;
}

export function demoFolder(io: CliIo, store: string): DemoFolder {
  if (isServer(store)) {
    throw usageError(
      "demo_needs_file",
      "the demo needs a store that is a file",
      "name one, as in --store demo/emend.db",
    );
  }
  const file = resolve(io.cwd, store);
  const folder = dirname(file);
  return { folder, store: file, config: join(folder, "emend.yaml"), mark: join(folder, "demo.json") };
}

export async function readMark({ mark, store }: DemoFolder): Promise<DemoMark | undefined> {
  try {
    const read = markSchema.safeParse(JSON.parse(await readFile(mark, "utf8")));
    return read.success && read.data.store === basename(store) ? read.data : undefined;
  } catch {
    return undefined;
  }
}

export const writeMark = ({ mark }: DemoFolder, told: DemoMark): Promise<void> =>
  writeFile(mark, toJson(told), { mode: 0o600 });

/** Makes room for a new demo, and refuses where anything lies that is not a demo's own. */
export async function clearDemo(io: CliIo, at: DemoFolder, open: OpenStore): Promise<void> {
  const mark = await readMark(at);
  if (mark === undefined || !(await isOwn(io, at, mark, open))) {
    for (const file of [at.store, at.config, at.mark]) {
      if (!(await isThere(file))) continue;
      throw usageError(
        "not_a_demo",
        `${file} exists and is not a demo store, so it was not changed`,
        "choose another file with --store, as in --store demo/emend.db",
      );
    }
  }
  for (const file of [at.store, `${at.store}-wal`, `${at.store}-shm`, at.config, at.mark]) {
    await rm(file, { force: true });
  }
  await mkdir(at.folder, { recursive: true, mode: 0o700 });
}

/** A mark can be copied to another store; the visitor's token cannot. One that was never finished holds a demo's beginning. */
async function isOwn(io: CliIo, at: DemoFolder, mark: DemoMark, open: OpenStore): Promise<boolean> {
  if (!(await isThere(at.store))) return true;
  const store = await open(io, { file: at.store, create: false });
  try {
    if (mark.visitor !== undefined) return (await store.tokens.find(mark.visitor)) !== undefined;
    const { items } = await store.tokens.list({ limit: 50 });
    return items.length === 0 || items.some(({ name }) => name === "rio");
  } finally {
    await store.close();
  }
}

const isThere = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

/** The settings under which the demo is made and served: who is told, and whom GitHub's events are about. */
export async function writeDemoConfig({ config }: DemoFolder, endpoint: string): Promise<string> {
  const secret = randomBytes(24).toString("hex");
  const text = [
    "# Written by `emend demo`, and read by `emend demo --serve`.",
    "gates:",
    '  hours: ["Before post=6"]',
    "github:",
    `  webhook_secret: ${secret}`,
    '  agents: ["rio-acme[bot]=rio"]',
    "webhooks:",
    `  urls: ["${endpoint}"]`,
    `  secret: ${webhookSecret(randomBytes(32))}`,
    "",
  ].join("\n");
  await writeFile(config, text, { mode: 0o600 });
  return secret;
}

/** The environment without settings of other stores; those of the server stay, so that it can be served as any other. */
export function demoIo(io: CliIo, { folder, config }: DemoFolder): CliIo {
  const env = Object.fromEntries(
    Object.entries(io.env).filter(([name]) => !name.startsWith("EMEND_") || name.startsWith("EMEND_SERVER_")),
  );
  return { ...io, cwd: folder, env: { ...env, EMEND_CONFIG: config } };
}
