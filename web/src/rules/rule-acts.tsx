import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { api } from "../api/api.ts";
import type { Schemas } from "../api/contract.ts";
import { queryClient } from "../api/query-client.ts";
import { may, sessionQuery } from "../api/session.ts";
import { Mark } from "../components/mark.tsx";
import { Button } from "../components/button.tsx";
import { useKeys } from "../shell/use-keys.ts";
import { ApiError } from "../api/api-error.ts";
import { ReasonDialog } from "../components/reason-dialog.tsx";
import { queryKeys } from "../api/query-keys.ts";

type Rule = Schemas["Rule"];
type RuleDialog = "retire" | "roll_back" | "keep";

export function RuleActs({ rule, done }: { readonly rule: Rule; readonly done: () => void }) {
  const { data: session } = useQuery(sessionQuery);
  const [dialog, setDialog] = useState<RuleDialog | undefined>(undefined);
  // The revision that the user saw when opening the dialog.
  const [seen, setSeen] = useState(rule.revision);
  const [to, setTo] = useState<number | undefined>(undefined);
  const picker = useId();
  const mayAct = may(session, "approve");
  const earlier = rule.versions
    .filter(({ version, quorum }) => quorum !== null && version !== rule.in_force)
    .map(({ version }) => version)
    .toReversed();
  const offered: readonly { readonly ask: RuleDialog; readonly keys: string; readonly label: string }[] =
    mayAct
      ? [
          ...(rule.status === "flagged" ? [{ ask: "keep", keys: "y", label: "Keep" } as const] : []),
          ...(rule.in_force === null ? [] : [{ ask: "retire", keys: "R", label: "Retire" } as const]),
          ...(earlier.length === 0 || rule.pending !== null
            ? []
            : [
                {
                  ask: "roll_back",
                  keys: "b",
                  label: earlier.length === 1 ? `Roll back to version ${earlier[0]}` : "Roll back",
                } as const,
              ]),
        ]
      : [];
  const open = (ask: RuleDialog): void => {
    setSeen(rule.revision);
    setDialog(ask);
  };
  useKeys(
    offered.map(({ ask, keys, label }) => ({ keys, label: label.toLowerCase(), run: () => open(ask) })),
  );
  const refresh = async (): Promise<void> => {
    await queryClient.invalidateQueries({ queryKey: queryKeys.rules.all() });
    // Fetched directly, because the queries of the page may be cancelled.
    const { revision } = await api("getRule", { params: { rule_id: rule.id } });
    setSeen(revision);
    done();
  };
  const close = (): void => setDialog(undefined);
  const sendThenRefresh = (send: (reason: string) => Promise<unknown>) => async (reason: string) => {
    try {
      await send(reason);
    } catch (error) {
      if (!isOutdated(error)) throw error;
      // The message below says that the page is up to date again, so refresh before showing it.
      await refresh().catch(() => undefined);
      throw new Error(
        "Somebody changed this rule while you were reading. The page is up to date again. Retry if you still want to.",
        { cause: error },
      );
    }
    await refresh();
  };
  const where = { params: { rule_id: rule.id }, ifMatch: String(seen) };
  const chosen = to ?? earlier[0];
  if (!mayAct) {
    return (
      <p className="mt-3 text-second text-ink-3">Only approvers can retire, keep or roll back a rule.</p>
    );
  }
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {offered.map(({ ask, keys, label }) => (
        <Button key={ask} hint={keys === "R" ? "⇧r" : keys} onClick={() => open(ask)}>
          {label}
        </Button>
      ))}
      {dialog === "retire" ? (
        <ReasonDialog
          draft={`${dialog}.${rule.id}.${rule.in_force ?? 0}`}
          title="Retire this rule?"
          explain="It is removed from every prompt immediately. The reason is shown if the same rule is proposed again."
          action="Retire"
          send={sendThenRefresh((reason) => api("retireRule", { ...where, body: { reason } }))}
          close={close}
        />
      ) : null}
      {dialog === "keep" ? (
        <ReasonDialog
          draft={`${dialog}.${rule.id}.${rule.in_force ?? 0}`}
          title="Keep this rule?"
          explain="It stays in the prompts and loses its flag. Its effect is measured from now on."
          action="Keep"
          send={sendThenRefresh((reason) => api("keepRule", { ...where, body: { reason } }))}
          close={close}
        />
      ) : null}
      {dialog === "roll_back" && chosen !== undefined ? (
        <ReasonDialog
          draft={`${dialog}.${rule.id}.${rule.in_force ?? 0}`}
          title="Roll back to an earlier version?"
          explain="The earlier version is proposed again and needs the same approvals. The current version stays in force until then."
          action={`Propose version ${chosen} again`}
          send={sendThenRefresh((reason) => api("rollBackRule", { ...where, body: { to: chosen, reason } }))}
          close={close}
        >
          {earlier.length < 2 ? null : (
            <div className="mb-4">
              <label htmlFor={picker} className="mb-1 block font-medium">
                Which version
              </label>
              <select
                id={picker}
                className="field"
                value={chosen}
                onChange={(event) => setTo(Number(event.target.value))}
              >
                {earlier.map((version) => (
                  <option key={version} value={version}>
                    Version {version}
                  </option>
                ))}
              </select>
            </div>
          )}
          <p className="serif mb-4 flex gap-2 text-rule">
            <Mark name="caret" />
            {rule.versions.find(({ version }) => version === chosen)?.text}
          </p>
        </ReasonDialog>
      ) : null}
    </div>
  );
}

const isOutdated = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 412 || error.code === "rule_busy");
