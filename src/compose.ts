import { createHmacSigner } from "./drivers/crypto/hmac-signer.ts";
import { createGitRepository } from "./drivers/git/git-repository.ts";
import type { Signer } from "./core/gate/signer.ts";
import type { CodeRepository } from "./ports/code-repository.ts";

/** What the edges are given to work with. */
export interface Emend {
  readonly repository: CodeRepository;
  /** Signs and checks rejections with a key that agents and reviewers share. */
  readonly createSigner: (key: string) => Signer;
}

/** Wires drivers to ports; the only file that knows every driver. */
export function compose({ cwd }: { readonly cwd: string }): Emend {
  return { repository: createGitRepository({ cwd }), createSigner: createHmacSigner };
}
