import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { api } from "../api/api.ts";
import type { Schemas } from "../api/contract.ts";
import { Button } from "../components/button.tsx";
import { Ago } from "../components/time.tsx";
import { VisibleText } from "../components/visible-text.tsx";
import { plural } from "../lib/format.ts";
import { formatDay } from "../lib/format-date.ts";
import { useKeys } from "../shell/use-keys.ts";
import { oneCluster } from "./feedback-queries.ts";

export function ClusterHead({
  cluster,
  mayDecide,
}: {
  readonly cluster: Schemas["ClusterDetail"];
  readonly mayDecide: boolean;
}) {
  const [isNaming, setNaming] = useState(false);
  useKeys(mayDecide && !isNaming ? [{ keys: "e", label: "rename", run: () => setNaming(true) }] : []);
  const { name, text, size, authors, first_time, last_time, merged_into } = cluster;
  const people = authors.filter(({ trust }) => trust === "person").length;
  return (
    <header className="px-5 pt-5 pb-4 md:pr-7 md:pl-[68px]">
      <p className="text-meta text-ink-3">
        <Link to="/feedback" search={{ view: "recurs" }}>
          Recurring
        </Link>
      </p>
      {isNaming ? (
        <NameForm cluster={cluster} close={() => setNaming(false)} />
      ) : (
        <div className="mt-1 flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
          <h1 className="serif min-w-0 flex-[1_1_320px] text-title break-words">
            <VisibleText text={name ?? text ?? "This feedback was deleted"} />
          </h1>
          {mayDecide ? (
            <Button hint="e" className="mt-1" onClick={() => setNaming(true)}>
              {name === null ? "Name it" : "Rename"}
            </Button>
          ) : null}
        </div>
      )}
      {name === null || text === null ? null : (
        <p className="serif mt-1 text-quote text-ink-2">
          “<VisibleText text={text.slice(0, 300)} />”
        </p>
      )}
      {merged_into === null ? (
        <p className="mt-2 text-row text-ink-2">
          Said {plural(size, "time")} by {plural(people, "person", "people")}, since {formatDay(first_time)},
          last <Ago time={last_time} />.
        </p>
      ) : (
        <p className="mt-2 text-row">
          This cluster was merged into{" "}
          <Link to="/clusters/$cluster" params={{ cluster: merged_into }} search={{}}>
            another one
          </Link>
          .
        </p>
      )}
    </header>
  );
}

function NameForm({
  cluster,
  close,
}: {
  readonly cluster: Schemas["ClusterDetail"];
  readonly close: () => void;
}) {
  const client = useQueryClient();
  const [name, setName] = useState(cluster.name ?? "");
  const rename = useMutation({
    mutationFn: () =>
      api("renameCluster", { params: { cluster_id: cluster.id }, body: { name: name.trim() } }),
    onSuccess: (renamed) => {
      client.setQueryData(oneCluster(cluster.id).queryKey, { ...cluster, ...renamed });
      close();
    },
  });
  const send = (event: FormEvent): void => {
    event.preventDefault();
    rename.mutate();
  };
  return (
    <form onSubmit={send} className="mt-2 grid gap-2">
      <label className="grid gap-1">
        <span className="text-second text-ink-2">Optional. Without a name, a quote is shown instead.</span>
        <input
          className="field serif text-note"
          autoFocus
          maxLength={200}
          value={name}
          aria-label="Cluster name"
          onChange={(event) => setName(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Escape") close();
          }}
        />
      </label>
      {rename.isError ? (
        <p role="alert" className="text-second text-red">
          {rename.error.message}
        </p>
      ) : null}
      <p className="flex gap-2">
        <Button kind="solid" type="submit" disabled={rename.isPending}>
          Save
        </Button>
        <Button kind="quiet" onClick={close}>
          Cancel
        </Button>
      </p>
    </form>
  );
}
