import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "@tanstack/react-router";
import { api, type Answer } from "../api/api.ts";
import { Button } from "../components/button.tsx";
import { peopleQuery } from "./people-query.ts";
import { Section } from "../components/section.tsx";
import { Failed, Skeleton } from "../components/states.tsx";
import { FormError } from "../components/form-field.tsx";
import { plural } from "../lib/format.ts";
import { LinkLogin } from "./link-login.tsx";
import { queryKeys } from "../api/query-keys.ts";

export type Person = Answer<"listPeople">["items"][number];
type Login = Person["logins"][number];

const HOW: Readonly<Record<Login["how"], string>> = {
  administrator: "linked by an administrator",
  proof: "linked with a token",
  provider: "from the provider",
  same_name: "same name",
};

export function PersonList() {
  const { data, error, refetch } = useQuery(peopleQuery);
  const [linking, setLinking] = useState<Person>();
  const [short, setShort] = useState<readonly string[]>([]);
  if (data === undefined) {
    return error === null ? <Skeleton /> : <Failed error={error} retry={() => void refetch()} />;
  }
  return (
    <Section title="People and their logins" end={plural(data.items.length, "person", "people")}>
      <p className="mb-3 text-ink-2">
        One person has one vote. Tokens with the same name belong to the same person. Link logins with other
        names.
      </p>
      {short.length === 0 ? null : <ShortRules ids={short} />}
      <ul>
        {data.items.map((person) => (
          <PersonRow key={person.id ?? person.name} person={person} link={() => setLinking(person)} />
        ))}
      </ul>
      {linking === undefined ? null : (
        <LinkLogin person={linking} done={setShort} close={() => setLinking(undefined)} />
      )}
    </Section>
  );
}

function PersonRow({ person, link }: { readonly person: Person; readonly link: () => void }) {
  const queries = useQueryClient();
  const unlink = useMutation({
    mutationFn: (login: string) => api("unlinkLogin", { body: { login } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.people.list() }),
  });
  return (
    <li className="border-b border-hair py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h3 className="serif text-rule break-words">{person.name}</h3>
        <Button kind="quiet" aria-label={`Link a login to ${person.name}`} onClick={link}>
          Link a login
        </Button>
      </div>
      <ul className="grid gap-1 pt-1">
        {person.logins.map(({ login, name, how }) => (
          <li key={`${login} ${name}`} className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="text-second break-all">
              <span className="mono">{login}</span>{" "}
              <span className="text-ink-2">
                {name === person.name || login.endsWith(name) ? "" : `as ${name}, `}
                {HOW[how]}
              </span>
            </span>
            {how === "same_name" ? null : (
              <Button
                kind="quiet"
                disabled={unlink.isPending}
                aria-label={`Unlink ${login} from ${person.name}`}
                onClick={() => unlink.mutate(login)}
              >
                Unlink
              </Button>
            )}
          </li>
        ))}
      </ul>
      <FormError error={unlink.error} />
    </li>
  );
}

const ShortRules = ({ ids }: { readonly ids: readonly string[] }) => (
  <div role="status" className="mb-3 border-l-[3px] border-red pl-3">
    <p className="font-medium">
      {plural(ids.length, "rule is", "rules are")} in force with too few approvals.
    </p>
    <ul>
      {ids.map((id) => (
        <li key={id}>
          <Link to="/rules/$rule" params={{ rule: id }} className="mono">
            {id}
          </Link>
        </li>
      ))}
    </ul>
  </div>
);
