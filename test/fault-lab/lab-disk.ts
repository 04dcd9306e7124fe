import { chmodSync, mkdirSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { shell, shellAtExit } from "./shell.ts";

/** The disk under a store. */
export interface LabDisk {
  readonly folder: string;
  /** What was mounted, in words. */
  readonly kind: string;
  /** Takes all the room that is left; absent where that cannot be done here. */
  readonly fill?: () => Promise<void>;
  readonly free: () => Promise<void>;
  /** Lets nothing be written for most of the time; absent where that cannot be done here. */
  readonly slow?: (ms: number) => Promise<void>;
  /** Why something is absent. */
  readonly missing: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

/** A small file system of its own where this process may mount one, else a folder. */
export async function openLabDisk(parent: string, mebibytes: number): Promise<LabDisk> {
  const folder = join(parent, "disk");
  mkdirSync(folder, { recursive: true });
  const why: string[] = [];
  const unmount = (): void => shellAtExit("umount", "-l", folder);
  for (const mount of [loop, memory]) {
    const problem = await mount(parent, folder, mebibytes).then(
      () => undefined,
      (error: Error) => error.message,
    );
    if (problem !== undefined) {
      why.push(problem);
      continue;
    }
    // A run that is broken off must not leave a mount behind.
    process.once("exit", unmount);
    chmodSync(folder, 0o777);
    const isLoop = mount === loop;
    return {
      folder,
      kind: isLoop ? `ext4 of ${mebibytes} MiB on a loop device` : `tmpfs of ${mebibytes} MiB`,
      ...filling(folder),
      ...(isLoop ? { slow: (ms: number) => freezeInStrokes(folder, ms) } : {}),
      missing: isLoop ? {} : { "slow-disk": `no loop device can be mounted here (${why.join("; ")})` },
      close: async () => {
        await shell("umount", folder).catch(() => shell("umount", "-l", folder));
        process.off("exit", unmount);
      },
    };
  }
  const reason = `no file system can be mounted here (${why.join("; ")})`;
  return {
    folder,
    kind: "a folder",
    free: async () => {},
    missing: { "full-disk": reason, "slow-disk": reason },
    close: async () => {},
  };
}

async function loop(parent: string, folder: string, mebibytes: number): Promise<void> {
  const image = join(parent, "disk.img");
  await shell("truncate", "-s", `${mebibytes}M`, image);
  // Nothing is kept back for root, who runs these servers.
  await shell("mkfs.ext4", "-q", "-F", "-m", "0", image);
  await shell("mount", "-o", "loop", image, folder);
}

const memory = async (_parent: string, folder: string, mebibytes: number): Promise<void> =>
  void (await shell("mount", "-t", "tmpfs", "-o", `size=${mebibytes}m`, "tmpfs", folder));

function filling(folder: string): Pick<LabDisk, "fill" | "free"> {
  const ballast = join(folder, "ballast");
  let pieces = 0;
  return {
    fill: async () => {
      // What others give back meanwhile is taken as well.
      for (let round = 0; round < 3; round += 1) {
        const { bavail, bsize } = statfsSync(folder);
        const bytes = bavail * bsize;
        if (bytes <= 0) return;
        await shell("fallocate", "-l", String(bytes), `${ballast}-${pieces++}`).catch(() => undefined);
      }
    },
    free: async () => {
      for (; pieces > 0; pieces -= 1) rmSync(`${ballast}-${pieces - 1}`, { force: true });
    },
  };
}

/** One command freezes and thaws, so that it is thawed whatever becomes of this process. */
async function freezeInStrokes(folder: string, ms: number): Promise<void> {
  const until = Date.now() + ms;
  while (Date.now() < until) {
    await shell("sh", "-c", `fsfreeze -f "$0" && sleep 0.7; fsfreeze -u "$0"`, folder);
    await setTimeout(150);
  }
}
