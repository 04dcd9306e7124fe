import { Mark } from "../components/mark.tsx";
import { Button } from "../components/button.tsx";
import { Tag } from "../components/section.tsx";
import { Ago } from "../components/time.tsx";
import type { Answer } from "../api/api.ts";

export function TokenTable({
  tokens,
  now,
  revoke,
}: {
  readonly tokens: readonly Token[];
  readonly now: string;
  readonly revoke: (token: Token) => void;
}) {
  return (
    <table className="w-full border-t border-hair-2 max-md:block">
      <thead className="text-meta text-ink-3 max-md:sr-only">
        <tr className="border-b border-hair-2">
          <th scope="col" className="py-2 pr-3">
            Name
          </th>
          <th scope="col" className="py-2 pr-3">
            Role
          </th>
          <th scope="col" className="py-2 pr-3">
            Last used
          </th>
          <th scope="col" className="py-2 pr-3">
            Valid until
          </th>
          <th scope="col" className="py-2 text-end">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody className="max-md:block">
        {tokens.map((token) => (
          <TokenRow key={token.id} token={token} isOver={isEnded(token, now)} revoke={revoke} />
        ))}
      </tbody>
    </table>
  );
}

function TokenRow({
  token,
  isOver,
  revoke,
}: {
  readonly token: Token;
  readonly isOver: boolean;
  readonly revoke: (token: Token) => void;
}) {
  const { name, role, agent, created_at, created_by, last_used_at, expires_at, revoked_at, revoked_by } =
    token;
  return (
    <tr className="border-b border-hair align-top hover:bg-sunk max-md:grid max-md:grid-cols-[1fr_auto] max-md:py-3">
      <th scope="row" className="py-3 pr-3 font-normal max-md:py-0">
        <span className={`serif text-rule break-words ${isOver ? "text-ink-3 line-through" : ""}`}>
          {name}
        </span>
        <span className="block text-meta text-ink-3">
          created by {created_by} <Ago time={created_at} />
        </span>
      </th>
      <td className="py-3 pr-3 max-md:py-0 max-md:pr-0 max-md:text-end">
        <Tag>{role}</Tag>
        {agent === undefined ? null : <span className="block pt-1 text-meta text-ink-2">for {agent}</span>}
      </td>
      <td className="py-3 pr-3 text-second whitespace-nowrap text-ink-2 max-md:py-1">
        <span className="md:hidden">used </span>
        {last_used_at === undefined ? "never" : <Ago time={last_used_at} />}
      </td>
      <td className="py-3 pr-3 text-second whitespace-nowrap text-ink-2 max-md:py-1 max-md:pr-0 max-md:text-end">
        {revoked_at === undefined ? (
          <>
            <span className="md:hidden">{isOver ? "expired " : "ends "}</span>
            <Ago time={expires_at} />
          </>
        ) : (
          <span className="inline-flex items-center gap-1">
            <Mark name="dele" size={16} /> revoked by {revoked_by} <Ago time={revoked_at} />
          </span>
        )}
      </td>
      <td className="py-2 text-end max-md:col-span-full max-md:text-start">
        {isOver ? null : (
          <Button
            kind="quiet"
            className="max-md:px-0"
            aria-label={`Revoke the token of ${name}`}
            onClick={() => revoke(token)}
          >
            Revoke
          </Button>
        )}
      </td>
    </tr>
  );
}

export type Token = Answer<"listTokens">["items"][number];

export const isEnded = ({ revoked_at, expires_at }: Token, now: string): boolean =>
  revoked_at !== undefined || expires_at <= now;
