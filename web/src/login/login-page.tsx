import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { api } from "../api/api.ts";
import { logIn } from "../api/session.ts";
import { Button } from "../components/button.tsx";
import { useTitle } from "../shell/page.tsx";
import { loginReason } from "./login-reasons.ts";
import { queryKeys } from "../api/query-keys.ts";

/** Why a login failed. Taken out of the address before the router reads it, so that no link or reload repeats it. */
const CODE = takeLoginCode();

function takeLoginCode(): string | null {
  const url = new URL(location.href);
  const code = url.searchParams.get("login");
  url.searchParams.delete("login");
  if (code !== null) history.replaceState(history.state, "", url);
  return code;
}

export function LoginPage() {
  useTitle("Log in");
  const [token, setToken] = useState("");
  const [problem, setProblem] = useState(() => loginReason(CODE));
  const [isAsking, setAsking] = useState(false);
  const { data: methods } = useQuery({
    queryKey: queryKeys.session.methods(),
    queryFn: ({ signal }) => api("listLoginMethods", { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const provider = methods?.oidc ?? null;
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setAsking(true);
    try {
      await logIn(token.trim());
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setAsking(false);
    }
  };
  return (
    <main id="main" className="mx-auto grid min-h-dvh max-w-[460px] content-center px-5">
      <h1 className="serif text-title">emend</h1>
      <p className="mt-1 mb-6 text-row text-ink-2">Correct an AI agent once, and it stays corrected.</p>
      {problem === undefined ? null : (
        <p role="alert" className="mb-4 border-l-[3px] border-red pl-3 text-row">
          {problem}
        </p>
      )}
      {provider === null ? null : <ProviderLink name={provider.name} />}
      <form onSubmit={(event) => void send(event)} className="grid gap-3 border-t border-hair-2 pt-4">
        <label className="grid gap-1">
          <span className="font-medium">Your token</span>
          <input
            className="field mono"
            type="password"
            name="token"
            autoComplete="current-password"
            required
            value={token}
            aria-describedby="token-help"
            onChange={(event) => setToken(event.target.value)}
          />
        </label>
        <p id="token-help" className="text-second text-ink-2">
          An administrator creates one with <code className="mono">emend tokens create</code>. The server also
          printed one when it first started.
        </p>
        <div>
          <Button
            kind={provider === null ? "solid" : "plain"}
            type="submit"
            disabled={isAsking || token.trim() === ""}
          >
            Log in
          </Button>
        </div>
      </form>
    </main>
  );
}

function ProviderLink({ name }: { readonly name: string }) {
  const search = new URLSearchParams({ return_to: `${location.pathname}${location.search}` });
  return (
    <div className="mb-5 grid gap-2 border-t border-hair-2 pt-4">
      <div>
        <a
          href={`/login/oidc?${search.toString()}`}
          className="plain-link inline-flex min-h-8 items-center rounded-box border border-ink bg-ink px-3 py-1 font-medium text-sheet hover:bg-ink-2 max-md:min-h-11"
        >
          Log in with {name}
        </a>
      </div>
      <p className="text-second text-ink-2">Or with a token:</p>
    </div>
  );
}
