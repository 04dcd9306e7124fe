import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { api } from "../api/api.ts";
import type { Schemas } from "../api/contract.ts";
import { may, sessionQuery } from "../api/session.ts";
import { Mark } from "../components/mark.tsx";
import { Button } from "../components/button.tsx";
import { useKeys } from "../shell/use-keys.ts";
import { ReasonDialog } from "../components/reason-dialog.tsx";
import { actLater, refreshRule, requireUnchanged, useHeldActs } from "./held-acts.ts";
import { HeldActNote } from "./held-act-note.tsx";
import { ModifyRule } from "./modify-rule.tsx";

type Rule = Schemas["Rule"];
type RuleDialog = "modify" | "retire" | "roll_back" | "keep";

export function RuleActs({ rule, done }: { readonly rule: Rule; readonly done: () => void }) {
  const { data: session } = useQuery(sessionQuery);
  const [dialog, setDialog] = useState<RuleDialog | undefined>(undefined);
  // The revision that the user saw when opening the dialog.
  const [seen, setSeen] = useState(rule.revision);
  const [to, setTo] = useState<number | undefined>(undefined);
  const picker = useId();
  const { acts } = useHeldActs();
  const isHeld = acts.some(({ state, work }) => state !== "failed" && work.some(({ id }) => id === rule.id));
  const mayAct = may(session, "approve");
  const live = rule.versions.find(({ version }) => version === rule.in_force);
  const earlier = rule.versions
    .filter(({ version, quorum }) => quorum !== null && version !== rule.in_force)
    .map(({ version }) => version)
    .toReversed();
  const offered: readonly { readonly ask: RuleDialog; readonly keys: string; readonly label: string }[] =
    mayAct && !isHeld
      ? [
          ...(live === undefined || rule.pending !== null
            ? []
            : [{ ask: "modify", keys: "m", label: "Modify" } as const]),
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
  const close = (): void => setDialog(undefined);
  const draft = `${dialog ?? ""}.${rule.id}.${rule.in_force ?? 0}`;
  /** Holds it back for as long as it can be undone. */
  const hold = (did: string, send: (reason: string) => Promise<unknown>) => async (reason: string) => {
    try {
      await requireUnchanged({ id: rule.id, revision: seen });
    } catch (error) {
      // The message says that the page is up to date again, so refresh before showing it.
      setSeen(await refreshRule(rule.id));
      throw error;
    }
    actLater([{ id: rule.id, did, draft, send: () => send(reason), done }]);
  };
  const where = { params: { rule_id: rule.id }, ifMatch: String(seen), keepalive: true };
  const chosen = to ?? earlier[0];
  if (!mayAct) {
    return (
      <p className="mt-3 text-second text-ink-3">
        Only approvers can modify, retire, keep or roll back a rule.
      </p>
    );
  }
  return (
    <div className="mt-3">
      <div className="flex flex-wrap gap-2">
        {offered.map(({ ask, keys, label }) => (
          <Button key={ask} hint={keys === "R" ? "⇧r" : keys} onClick={() => open(ask)}>
            {label}
          </Button>
        ))}
      </div>
      <HeldActNote rule={rule.id} />
      {dialog === "modify" && live !== undefined && rule.pending === null ? (
        <ModifyRule rule={rule} version={live} done={done} close={close} />
      ) : null}
      {dialog === "retire" ? (
        <ReasonDialog
          draft={draft}
          keepsDraft
          title="Retire this rule?"
          explain="It is removed from every prompt at once. You can undo it for a few seconds. The reason is shown if the same rule is proposed again."
          action="Retire"
          send={hold("You retired this rule.", (reason) => api("retireRule", { ...where, body: { reason } }))}
          close={close}
        />
      ) : null}
      {dialog === "keep" ? (
        <ReasonDialog
          draft={draft}
          keepsDraft
          title="Keep this rule?"
          explain="It stays in the prompts and loses its flag. Its effect is measured from now on."
          action="Keep"
          send={hold("You kept this rule.", (reason) => api("keepRule", { ...where, body: { reason } }))}
          close={close}
        />
      ) : null}
      {dialog === "roll_back" && chosen !== undefined ? (
        <ReasonDialog
          draft={draft}
          keepsDraft
          title="Roll back to an earlier version?"
          explain="The earlier version is proposed again and needs the same approvals. The current version stays in force until then."
          action={`Propose version ${chosen} again`}
          send={hold(`You proposed version ${chosen} again.`, (reason) =>
            api("rollBackRule", { ...where, body: { to: chosen, reason } }),
          )}
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
