import { Section } from "../parts/section.tsx";
import { ROLE_WORDS, ROLES } from "./roles.ts";

/** The four roles, from least to most. */
export function RolesNote() {
  return (
    <Section title="Roles">
      <p className="mb-3 text-second text-ink-2">Each may do all that the one before it may.</p>
      <dl className="grid gap-3">
        {ROLES.map((role) => (
          <div key={role}>
            <dt className="font-medium">{role}</dt>
            <dd className="text-second text-ink-2">{ROLE_WORDS[role]}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
