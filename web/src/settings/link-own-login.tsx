import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { api } from "../api/api.ts";
import { Button } from "../components/button.tsx";
import { Labelled, Told } from "../components/form-field.tsx";
import { Section } from "../components/section.tsx";

/** Links another token of the same person; the token is the proof. */
export function LinkOwnLogin() {
  const [token, setToken] = useState("");
  const link = useMutation({
    mutationFn: () => api("linkOwnLogin", { body: { token: token.trim() } }),
    onSuccess: () => setToken(""),
  });
  const send = (event: FormEvent): void => {
    event.preventDefault();
    link.mutate();
  };
  return (
    <Section title="Another token of mine">
      <form className="grid gap-3" onSubmit={send}>
        <Labelled
          label="A token of yours under another name"
          help="It is linked to this login, so that the two have one vote. The token stays as it is."
        >
          {(given) => (
            <input
              {...given}
              className="field"
              type="password"
              required
              maxLength={500}
              autoComplete="off"
              value={token}
              onChange={(event) => setToken(event.target.value)}
            />
          )}
        </Labelled>
        <Told error={link.error} />
        {link.data === undefined ? null : (
          <p role="status">
            Linked. You are {link.data.person.name}, with {link.data.person.logins.length} logins.
          </p>
        )}
        <div>
          <Button type="submit" disabled={link.isPending}>
            Link it to me
          </Button>
        </div>
      </form>
    </Section>
  );
}
