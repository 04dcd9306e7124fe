import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { queryKeys } from "../api/query-keys.ts";
import { Button } from "../components/button.tsx";
import { FormError } from "../components/form-field.tsx";
import { Section, Tag } from "../components/section.tsx";
import { Ago } from "../components/time.tsx";

/** Invitations that nobody has accepted yet. Shows nothing if there are none. */
export function OpenInvitations({ now }: { readonly now: string }) {
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: queryKeys.invitations.list(),
    queryFn: ({ signal }) => api("listInvitations", { signal }),
  });
  const withdraw = useMutation({
    mutationFn: (id: string) => api("withdrawInvitation", { params: { invitation_id: id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.invitations.list() }),
  });
  const open = (data?.items ?? []).filter(({ expires_at }) => expires_at > now);
  if (open.length === 0) return null;
  return (
    <Section title="Open invitations">
      <ul>
        {open.map(({ id, name, role, created_by, expires_at }) => (
          <li
            key={id}
            className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-hair py-2"
          >
            <span>
              <span className="serif text-rule break-words" dir="auto">
                {name}
              </span>{" "}
              <Tag>{role}</Tag>
              <span className="block text-meta text-ink-3">
                invited by {created_by}; the link expires <Ago time={expires_at} />
              </span>
            </span>
            <Button
              kind="quiet"
              aria-label={`Withdraw the invitation of ${name}`}
              disabled={withdraw.isPending}
              onClick={() => withdraw.mutate(id)}
            >
              Withdraw
            </Button>
          </li>
        ))}
      </ul>
      <FormError error={withdraw.error} />
    </Section>
  );
}
