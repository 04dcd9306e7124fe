import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useId, useState } from "react";
import { Button } from "../components/button.tsx";
import { Section } from "../components/section.tsx";
import { Failed } from "../components/states.tsx";
import { Ago } from "../components/time.tsx";
import type { Search } from "../router.tsx";
import { mistakesQuery } from "./agent-queries.ts";

const HERE = {
  same_file: "in this file",
  same_folder: "in this folder",
  same_extension: "in files of this type",
} as const;

export function NearFiles({ agent, search }: { readonly agent: string; readonly search: Search }) {
  const navigate = useNavigate();
  const field = useId();
  const path = search["path"] ?? "";
  const [text, setText] = useState(path);
  const { data, error } = useQuery(mistakesQuery(agent, path));
  return (
    <Section title="Past corrections near a file" level={2}>
      <form
        className="flex gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          void navigate({
            to: "/agents/$agent",
            params: { agent },
            search: { ...search, path: text.trim() === "" ? undefined : text.trim() },
            replace: true,
          });
        }}
      >
        <label htmlFor={field} className="sr-only">
          Path of a file
        </label>
        <input
          id={field}
          className="field mono"
          placeholder="src/charge/retry.ts"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit">Search</Button>
      </form>
      {error === null ? null : <Failed error={error} />}
      {data === undefined ? null : data.mistakes.length === 0 ? (
        <p role="status" className="mt-2 text-second text-ink-2">
          None of its last {data.looked_at} corrections is near that file.
        </p>
      ) : (
        <ul className="mt-2">
          {data.mistakes.map(({ about, id, count, here, last_time, example, remedy }) => (
            <li key={`${about} ${id}`} className="border-b border-hair py-2 last:border-0">
              <Link
                to="/feedback/$feedback"
                params={{ feedback: example.feedback_id }}
                className="plain-link serif block py-0.5 text-quote wrap-anywhere hover:underline"
              >
                {example.words}
              </Link>
              <p className="text-meta text-ink-3">
                {count === 1 ? "once" : `${count} times`} {HERE[here]}, last <Ago time={last_time} />
              </p>
              {remedy === null ? null : <p className="mt-1 text-second text-ink-2">{remedy.text}</p>}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
