import type { CliContext } from "../cli-context.ts";

/**
 * An action that loads its code when its command runs: loading the code of every command would slow each of them down.
 * Like Commander, it passes the arguments and then the options; the context comes last.
 */
export const lazyAction =
  <Args extends readonly unknown[]>(
    context: CliContext,
    load: () => Promise<(...args: [...Args, CliContext]) => Promise<void>>,
  ) =>
  async (...args: readonly unknown[]): Promise<void> => {
    const run = await load();
    // Commander also passes the command itself.
    await run(...(args.slice(0, -1) as unknown as Args), context);
  };
