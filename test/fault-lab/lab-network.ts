import { shell, shellAtExit } from "./shell.ts";

/** A place in the network for one server, which can be cut off from all others. */
export interface LabNetwork {
  readonly host: string;
  /** What a command is put behind to run there. */
  readonly prefix: readonly string[];
  readonly cut?: () => Promise<void>;
  readonly mend: () => Promise<void>;
  readonly missing?: string;
  readonly close: () => Promise<void>;
}

let opened = 0;

/** A network namespace joined by one cable; this machine's own address where none can be made. */
export async function openLabNetwork(): Promise<LabNetwork> {
  opened += 1;
  const tail = `${process.pid}-${opened}`;
  const [name, near, far] = [`emend-fault-${tail}`, `ef${tail}`.slice(0, 15), `eg${tail}`.slice(0, 15)];
  const subnet = `10.231.${process.pid % 250}`;
  const at = opened * 4;
  const remove = (): void => shellAtExit("ip", "netns", "del", name);
  try {
    await shell("ip", "netns", "add", name);
    process.once("exit", remove);
    await shell("ip", "link", "add", near, "type", "veth", "peer", "name", far, "netns", name);
    await shell("ip", "addr", "add", `${subnet}.${at + 1}/30`, "dev", near);
    await shell("ip", "link", "set", near, "up");
    await shell("ip", "-n", name, "addr", "add", `${subnet}.${at + 2}/30`, "dev", far);
    await shell("ip", "-n", name, "link", "set", far, "up");
    await shell("ip", "-n", name, "link", "set", "lo", "up");
  } catch (error) {
    remove();
    return {
      host: "127.0.0.1",
      prefix: [],
      mend: async () => {},
      missing: `no network namespace can be made here (${(error as Error).message})`,
      close: async () => {},
    };
  }
  const set = async (state: "up" | "down"): Promise<void> =>
    void (await shell("ip", "link", "set", near, state));
  return {
    host: `${subnet}.${at + 2}`,
    prefix: ["nsenter", `--net=/var/run/netns/${name}`],
    cut: () => set("down"),
    mend: () => set("up"),
    close: async () => {
      await shell("ip", "netns", "del", name);
      process.off("exit", remove);
    },
  };
}
