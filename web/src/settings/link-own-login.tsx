import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { api } from "../api/api.ts";
import { Button } from "../components/button.tsx";
import { FormField, FormError } from "../components/form-field.tsx";
import { Section } from "../components/section.tsx";

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
    <Section title="Link another token">
      <form className="grid gap-3" onSubmit={send}>
        <FormField
          label="Your other token"
          help="It is linked to this login, so they share one vote. The token keeps working."
        >
          {(fieldProps) => (
            <input
              {...fieldProps}
              className="field"
              type="password"
              required
              maxLength={500}
              autoComplete="off"
              value={token}
              onChange={(event) => setToken(event.target.value)}
            />
          )}
        </FormField>
        <FormError error={link.error} />
        {link.data === undefined ? null : (
          <p role="status">
            Linked. You are {link.data.person.name}, with {link.data.person.logins.length} logins.
          </p>
        )}
        <div>
          <Button type="submit" disabled={link.isPending}>
            Link
          </Button>
        </div>
      </form>
    </Section>
  );
}
