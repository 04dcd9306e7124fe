import { type FormEvent, useState } from "react";
import { logIn } from "../api/session.ts";
import { Button } from "../parts/button.tsx";
import { useTitle } from "../shell/use-title.ts";

const REASONS: Readonly<Record<string, string>> = {
  unknown_link: "That login link was used already, or never was one.",
  link_expired: "That login link counted for ten minutes, which are over.",
};

/** How somebody gets in: a token here, or whatever else the server offers. */
export function LoginPage() {
  useTitle("Log in");
  const [token, setToken] = useState("");
  const [problem, setProblem] = useState(
    () => REASONS[new URLSearchParams(location.search).get("login") ?? ""],
  );
  const [isAsking, setAsking] = useState(false);
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
      <p className="mt-1 mb-6 text-row text-ink-2">Correct an agent once.</p>
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
          An administrator makes one with <code className="mono">emend tokens create</code>; the first start
          of the server printed one.
        </p>
        {problem === undefined ? null : (
          <p role="alert" className="text-red">
            {problem}
          </p>
        )}
        <div>
          <Button kind="solid" type="submit" disabled={isAsking || token.trim() === ""}>
            Log in
          </Button>
        </div>
      </form>
    </main>
  );
}
