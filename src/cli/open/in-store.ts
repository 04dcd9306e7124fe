import type { Store } from "../../ports/store.ts";
import type { CliContext } from "../cli-context.ts";
import { EXIT } from "../exit-code.ts";
import type { OpenStore } from "./open-store.ts";

/** Opens the store for one command and closes it whatever happens. */
export async function inStore(
  options: { readonly store?: string; readonly create?: boolean },
  { io, finish }: CliContext,
  open: OpenStore,
  act: (store: Store) => Promise<string>,
): Promise<void> {
  const store = await open(io, { file: options.store, create: options.create === true });
  try {
    io.stdout.write(await act(store));
    finish(EXIT.fine);
  } finally {
    await store.close();
  }
}
