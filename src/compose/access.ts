import type { AccessParts } from "../app/access/open-access.ts";
import type { Store } from "../ports/store.ts";
import { lazily } from "./ports.ts";

interface Parts extends Omit<AccessParts, "store"> {
  readonly store: Store;
}

/** Who may come in: invitations and tokens. */
export const composeAccess = ({ store, random, hash, now }: Parts) => ({
  invitations: {
    invite: lazily(async () =>
      (await import("../app/access/invitations.ts")).invitePerson({ ...store, random, hash, now }),
    ),
    find: lazily(async () =>
      (await import("../app/access/invitations.ts")).findInvitation({ ...store, hash, now }),
    ),
    accept: lazily(async () =>
      (await import("../app/access/invitations.ts")).acceptInvitation({ ...store, random, hash, now }),
    ),
    withdraw: lazily(async () => (await import("../app/access/invitations.ts")).withdrawInvitation(store)),
  },

  tokens: {
    issue: lazily(async () =>
      (await import("../app/access/tokens.ts")).issueToken({ ...store, random, hash, now }),
    ),
    revoke: lazily(async () =>
      (await import("../app/access/tokens.ts")).revokeToken({ tokens: store.tokens, now }),
    ),
    makeLoginLink: lazily(async () =>
      (await import("../app/access/open-session.ts")).makeLoginLink({ ...store, random, hash, now }),
    ),
    /** The first administrator's token, if the store has no administrator. */
    issueFirst: lazily(async () =>
      (await import("../app/access/tokens.ts")).createFirstAdmin({ ...store, random, hash, now }),
    ),
  },
});
