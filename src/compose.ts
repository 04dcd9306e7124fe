import { createHmacSigner } from "./drivers/crypto/hmac-signer.ts";
import { createGitRepository } from "./drivers/git/git-repository.ts";
import type { Signer } from "./core/gate/signer.ts";
import type { CodeRepository } from "./ports/code-repository.ts";
import type { FeedbackStore } from "./ports/feedback-store.ts";

/** What the edges are given to work with. */
export interface Emend {
  readonly repository: CodeRepository;
  /** Signs and checks rejections with a key that agents and reviewers share. */
  readonly createSigner: (key: string) => Signer;
  /** Opens the store in a file, making it first where there is none, or in the database of a postgres:// address. */
  readonly openStore: (options: { readonly file: string }) => Promise<FeedbackStore>;
}

/** Wires drivers to ports; the only file that knows every driver. */
export function compose({ cwd }: { readonly cwd: string }): Emend {
  return {
    repository: createGitRepository({ cwd }),
    createSigner: createHmacSigner,
    openStore,
  };
}

/** Database drivers are loaded when a store is opened: most commands open none. */
async function openStore({ file }: { readonly file: string }): Promise<FeedbackStore> {
  if (/^postgres(?:ql)?:\/\//.test(file)) {
    const { openPostgresStore } = await import("./drivers/sql/postgres/open-postgres-store.ts");
    return openPostgresStore({ url: file });
  }
  const { openSqliteStore } = await import("./drivers/sql/sqlite/open-sqlite-store.ts");
  return openSqliteStore({ file });
}
