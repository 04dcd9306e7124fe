import { randomBytes } from "node:crypto";
import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { z } from "zod";
import { webhookSecret } from "../../core/webhook/webhook-settings.ts";
import { usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { toJson } from "../terminal/safe-text.ts";
import type { OpenStore } from "../open/open-store.ts";
import { isServer } from "../../compose/store-place.ts";

/** The file next to a store that marks it as a demo. */
const markSchema = z.object({
  made_by: z.literal("emend demo"),
  store: z.string(),
  seed: z.int(),
  days: z.int(),
  made_at: z.string(),
  /** The id of the visitor's token, which no other store has; absent until the demo is complete. */
  visitor: z.string().optional(),
});
export type DemoMark = z.infer<typeof markSchema>;

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

export const writeMark = ({ mark }: DemoFolder, content: DemoMark): Promise<void> =>
  writeFile(mark, toJson(content), { mode: 0o600 });

/** Removes an earlier demo. Refuses if any file there does not belong to a demo. */
export async function clearDemo(io: CliIo, at: DemoFolder, open: OpenStore): Promise<void> {
  const mark = await readMark(at);
  if (mark === undefined || !(await isDemoStore(io, at, mark, open))) {
    for (const file of [at.store, at.config, at.mark]) {
      if (!(await exists(file))) continue;
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

/** A mark can be copied next to another store, but the visitor's token cannot. An unfinished demo only has the demo's people. */
async function isDemoStore(io: CliIo, at: DemoFolder, mark: DemoMark, open: OpenStore): Promise<boolean> {
  if (!(await exists(at.store))) return true;
  const store = await open(io, { file: at.store, create: false });
  try {
    if (mark.visitor !== undefined) return (await store.tokens.find(mark.visitor)) !== undefined;
    const { items } = await store.tokens.list({ limit: 50 });
    return items.length === 0 || items.some(({ name }) => name === "rio");
  } finally {
    await store.close();
  }
}

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

/** Writes the settings of the demo. Returns the secret for GitHub's webhooks. */
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

/** The environment without Emend settings, except those of the server, so that a demo can be served like any store. */
export function demoIo(io: CliIo, { folder, config }: DemoFolder): CliIo {
  const env = Object.fromEntries(
    Object.entries(io.env).filter(([name]) => !name.startsWith("EMEND_") || name.startsWith("EMEND_SERVER_")),
  );
  return { ...io, cwd: folder, env: { ...env, EMEND_CONFIG: config } };
}
