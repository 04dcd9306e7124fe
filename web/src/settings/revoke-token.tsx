import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Told } from "../parts/told.tsx";
import type { Token } from "./token.ts";

/** Asks once more, since it cannot be taken back. */
export function RevokeToken({ token, close }: { readonly token: Token; readonly close: () => void }) {
  const queries = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => api("revokeToken", { params: { token_id: token.id } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["tokens"] });
      close();
    },
  });
  return (
    <Dialog title={`Revoke the token of ${token.name}?`} close={close}>
      <p className="text-ink-2">
        It stops counting within five seconds, and whoever logged in with it is logged out. It cannot be
        revived; what was done with it stays in the audit log.
      </p>
      <Told error={revoke.error} />
      <div className="mt-4 flex justify-end gap-3">
        <Button kind="quiet" autoFocus onClick={close}>
          Keep it
        </Button>
        <Button kind="solid" disabled={revoke.isPending} onClick={() => revoke.mutate()}>
          Revoke it
        </Button>
      </div>
    </Dialog>
  );
}
