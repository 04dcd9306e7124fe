import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, chmodSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "../free-port.ts";
import { startRedis } from "../redis-server.ts";
import { type LabDisk, openLabDisk } from "./lab-disk.ts";
import { type LabNetwork, openLabNetwork } from "./lab-network.ts";
import { startLabPostgres } from "./lab-postgres.ts";
import { type LabProcess, labProcess } from "./lab-process.ts";
import { type LabBackend, startLabRedis } from "./lab-redis.ts";
import { takeWebhooks, type TakenWebhooks } from "./take-webhooks.ts";

export const SETUPS = ["embedded", "company"] as const;
export type Setup = (typeof SETUPS)[number];

/** All that runs, and what can be done to it. */
export interface LabSite {
  readonly setup: Setup;
  /** Those that answer requests. */
  readonly servers: readonly LabProcess[];
  readonly workers: readonly LabProcess[];
  readonly urls: readonly string[];
  readonly token: string;
  readonly disk: LabDisk;
  readonly postgres?: LabBackend & { readonly network: LabNetwork };
  readonly redis?: LabBackend & { readonly network: LabNetwork };
  /** The file or the address of the store. */
  readonly store: string;
  /** The place before the first event. */
  readonly firstPlace: string;
  /** An endpoint that is told what changes. */
  readonly webhooks: TakenWebhooks;
  /** Longer than any lease, after which others take over. */
  readonly leaseMs: number;
  readonly close: () => Promise<void>;
}

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Starts what one set-up is made of, on a disk and in networks of their own where they can be had. */
export async function openLabSite(setup: Setup): Promise<LabSite> {
  const folder = mkdtempSync(join(tmpdir(), "emend-fault-"));
  chmodSync(folder, 0o755);
  const closing: (() => Promise<void> | void)[] = [
    () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  ];
  const close = async (): Promise<void> => {
    for (const end of closing.toReversed()) await end();
  };
  try {
    const bin = copyBuilt(folder);
    const disk = await openLabDisk(folder, setup === "embedded" ? 160 : 640);
    closing.push(disk.close);
    const site = setup === "embedded" ? embedded(disk) : await company(disk, (end) => void closing.push(end));
    const webhooks = await takeWebhooks();
    closing.push(webhooks.close);
    const begin = async (role: string, name: string) => {
      const port = await freePort();
      const started = labProcess({
        name,
        bin,
        args: [...site.args, "--port", String(port), "--role", role],
        cwd: folder,
        clockFile: join(folder, `${name}.clock`),
        env: webhooks.env,
      });
      closing.push(started.stop);
      await started.up();
      return { started, url: `http://127.0.0.1:${port}` };
    };
    const first = await begin(site.roles[0]!, "server-1");
    const token = first.started.token();
    if (token === undefined) throw new Error("the first server wrote no token");
    const others = site.roles.length === 1 ? [] : [await begin("server", "server-2")];
    const workers =
      site.roles.length === 1 ? [] : [await begin("worker", "worker-1"), await begin("worker", "worker-2")];
    return {
      setup,
      servers: [first, ...others].map(({ started }) => started),
      workers: workers.map(({ started }) => started),
      urls: [first, ...others].map(({ url }) => url),
      token,
      disk,
      webhooks,
      ...site.parts,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function embedded(disk: LabDisk) {
  const store = join(disk.folder, "emend.db");
  return {
    args: ["--store", store],
    roles: ["all"],
    parts: { store, firstPlace: "0", leaseMs: 33_000 },
  };
}

async function company(disk: LabDisk, closing: (end: () => Promise<void>) => void) {
  // It fetches Redis where this machine has none.
  await (await startRedis()).stop();
  const networks = [await openLabNetwork(), await openLabNetwork()] as const;
  for (const network of networks) closing(network.close);
  const postgres = await startLabPostgres(disk.folder, networks[0]);
  closing(postgres.stop);
  const redis = await startLabRedis(disk.folder, networks[1]);
  closing(redis.stop);
  return {
    args: ["--store", postgres.url, "--redis", redis.url],
    roles: ["server", "server", "worker", "worker"],
    parts: {
      store: postgres.url,
      postgres: { ...postgres, network: networks[0] },
      redis: { ...redis, network: networks[1] },
      firstPlace: "0-0",
      leaseMs: 33_000,
    },
  };
}

/** The built command as it is now: nobody who builds meanwhile changes what runs here. */
function copyBuilt(folder: string): string {
  if (!existsSync(join(ROOT, "dist/bin.js"))) {
    execFileSync(process.execPath, ["scripts/build.js"], { cwd: ROOT, stdio: "inherit" });
  }
  const built = join(folder, "built");
  cpSync(join(ROOT, "dist"), join(built, "dist"), { recursive: true });
  cpSync(join(ROOT, "package.json"), join(built, "package.json"));
  symlinkSync(join(ROOT, "node_modules"), join(built, "node_modules"));
  return join(built, "dist/bin.js");
}
