import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { api } from "../api/api.ts";
import { Mark } from "../components/mark.tsx";
import { Button } from "../components/button.tsx";
import { CopyField } from "../components/copy-field.tsx";
import { FormField, FormError } from "../components/form-field.tsx";
import { Section } from "../components/section.tsx";
import { useKeys } from "../shell/use-keys.ts";

export function VerifyChain() {
  const [noted, setNoted] = useState("");
  const [isUnread, setUnread] = useState(false);
  const verify = useMutation({
    mutationFn: (head: NotedHead | undefined) =>
      api("verifyAudit", { body: head === undefined ? {} : { head } }),
  });
  const check = (event: FormEvent): void => {
    event.preventDefault();
    const head = readHead(noted);
    setUnread(head === undefined);
    if (head !== undefined) verify.mutate(head);
  };
  useKeys([{ keys: "v", label: "verify the chain", run: () => verify.mutate(undefined) }]);
  return (
    <>
      <Section title="Verify">
        <p className="mb-3 text-second text-ink-2">
          Checks that every entry still matches the hash of the one before it.
        </p>
        <Button kind="solid" hint="v" disabled={verify.isPending} onClick={() => verify.mutate(undefined)}>
          Verify
        </Button>
        <div role="status" className="mt-3">
          {verify.isPending ? <p className="text-ink-2">Verifying the chain.</p> : null}
          {verify.data === undefined || verify.isPending ? null : (
            <Verdict verdict={verify.data} against={verify.variables} />
          )}
        </div>
        <FormError error={verify.error} />
        {verify.data?.ok === true ? (
          <>
            <p className="mb-1 text-second text-ink-2">
              Save this head somewhere else. With it you can show later that nothing was removed or rewritten.
            </p>
            <CopyField text={headText(verify.data.head)} label="Head to save" />
          </>
        ) : null}
      </Section>
      <Section title="Compare with a saved head">
        <form className="grid gap-3" onSubmit={check}>
          <FormField label="Saved head" help="A number, a colon and 64 hexadecimal digits.">
            {(fieldProps) => (
              <input
                {...fieldProps}
                className="field mono"
                autoComplete="off"
                spellCheck={false}
                required
                value={noted}
                onChange={(event) => {
                  setNoted(event.target.value);
                  setUnread(false);
                }}
              />
            )}
          </FormField>
          {isUnread ? (
            <p role="alert" className="border-l-[3px] border-red pl-3">
              Not a valid head. Expected one as this page shows it after a verification.
            </p>
          ) : null}
          <div>
            <Button type="submit" disabled={verify.isPending}>
              Compare
            </Button>
          </div>
        </form>
      </Section>
    </>
  );
}

type Verdict = Awaited<ReturnType<typeof api<"verifyAudit">>>;

function Verdict({
  verdict,
  against,
}: {
  readonly verdict: Verdict;
  readonly against: NotedHead | undefined;
}) {
  if (!verdict.ok) {
    return (
      <div className="mb-3 flex gap-2">
        <Mark name="query" tone="red" />
        <div>
          <p className="font-semibold">
            {verdict.rule_id === undefined
              ? `The chain is broken at entry ${verdict.seq}.`
              : `Rule ${verdict.rule_id} does not match the log.`}
          </p>
          <p className="text-second text-ink-2">
            {verdict.message} <span className="text-ink-3">({verdict.reason})</span>
          </p>
        </div>
      </div>
    );
  }
  return (
    <div className="mb-3 flex gap-2">
      <Mark name="stet" tone="green" />
      <div>
        <p className="font-semibold">The chain is intact.</p>
        <p className="text-second text-ink-2">
          {verdict.entries.toLocaleString("en")} {verdict.entries === 1 ? "entry" : "entries"}
          {verdict.erased === 0 ? "" : `, ${verdict.erased.toLocaleString("en")} erased on request`}
          {against === undefined ? "." : `; it still contains the head saved at entry ${against.seq}.`}{" "}
          {verdict.rules.in_force.toLocaleString("en")} {verdict.rules.in_force === 1 ? "rule" : "rules"} in
          force match the log
          {verdict.rules.unverified.length === 0
            ? "."
            : `; it can no longer verify ${verdict.rules.unverified.length.toLocaleString("en")} of them.`}
        </p>
      </div>
    </div>
  );
}

interface NotedHead {
  readonly seq: number;
  readonly hash: string;
}

/** The format that `emend audit verify` prints. */
const headText = ({ seq, hash }: NotedHead): string => `${seq}:${hash}`;

function readHead(text: string): NotedHead | undefined {
  const [seq = "", hash = ""] = text.trim().split(/[:\s]/);
  if (!/^\d{1,15}$/.test(seq) || !/^[0-9a-f]{64}$/.test(hash)) return undefined;
  return { seq: Number(seq), hash };
}
