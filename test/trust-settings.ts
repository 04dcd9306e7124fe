import { runCli } from "./run-cli.ts";

/** Trusts the emend.yaml of a folder, as its user does with `emend trust`. */
export async function trustSettings(folder: string, env: Record<string, string>): Promise<void> {
  const { code, stderr } = await runCli(["trust", "--yes"], { cwd: folder, env });
  if (code !== 0) throw new Error(`cannot trust the settings in ${folder}: ${stderr}`);
}
