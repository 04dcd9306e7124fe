import { lazily, type Ports } from "./ports.ts";

/** Who may do what: people and their logins, invitations and tokens. */
export function accessUseCases(ports: Ports) {
  const { store, now, hash, random } = ports;
  return {
    people: {
      link: lazily(async () =>
        (await import("../app/person/change-people.ts")).linkLogin({
          ...store,
          policy: ports.policy,
          now,
          hash,
          random,
        }),
      ),
      unlink: lazily(async () =>
        (await import("../app/person/change-people.ts")).unlinkLogin({ ...store, now }),
      ),
      admit: lazily(async () =>
        (await import("../app/person/change-people.ts")).admitPerson({ ...store, now }),
      ),
      workAlone: lazily(async () =>
        (await import("../app/person/change-people.ts")).workAlone({ ...store, now }),
      ),
      workAsTeam: lazily(async () =>
        (await import("../app/person/change-people.ts")).workAsTeam({ ...store, now }),
      ),
    },

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
  };
}
