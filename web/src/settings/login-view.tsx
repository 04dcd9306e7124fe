import { useQuery, useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { logOut, sessionQuery } from "../api/session.ts";
import { Body } from "../components/gutter.tsx";
import { Button } from "../components/button.tsx";
import { LetterKeysSwitch } from "../components/key.tsx";
import { Section } from "../components/section.tsx";
import { FormError } from "../components/form-field.tsx";
import { LinkOwnLogin } from "./link-own-login.tsx";
import { ROLE_WORDS, ROLES } from "./roles.ts";
import { SettingsSheet } from "./settings-sheet.tsx";
import { ThemeChoice } from "./theme-choice.tsx";

export function LoginView({ index }: { readonly index: ReactNode }) {
  const { data: session } = useQuery(sessionQuery);
  const leave = useMutation({ mutationFn: logOut });
  if (session === null || session === undefined) return null;
  const upTo = ROLES.slice(0, ROLES.indexOf(session.role) + 1);
  return (
    <SettingsSheet title="My login" standfirst={`You are ${session.id}.`} index={index}>
      <Body>
        <Section title="Role" end={session.role}>
          <p className="mb-2 text-ink-2">
            As{" "}
            {session.role === "agent" || session.role === "approver" || session.role === "admin" ? "an" : "a"}{" "}
            {session.role}, this login:
          </p>
          <ul className="grid gap-1">
            {upTo
              .filter((role) => role !== "agent" || session.role === "agent")
              .map((role) => (
                <li key={role} className="serif text-quote">
                  {ROLE_WORDS[role]}
                </li>
              ))}
          </ul>
        </Section>
        <LinkOwnLogin />
        <Section title="Appearance">
          <ThemeChoice />
        </Section>
        <Section title="Keyboard" end="kept in this browser">
          <LetterKeysSwitch />
          <p className="text-second text-ink-2">
            Turn these off if you use speech input or press keys by accident. Ctrl+K and Ctrl+Enter keep
            working.
          </p>
        </Section>
        <Section title="This browser" end={`Emend ${session.version}`}>
          <p className="mb-3 text-ink-2">
            You are logged out after 12 hours of inactivity, and after 7 days in any case.
          </p>
          <Button disabled={leave.isPending} onClick={() => leave.mutate()}>
            Log out
          </Button>
          <FormError error={leave.error} />
        </Section>
      </Body>
    </SettingsSheet>
  );
}
