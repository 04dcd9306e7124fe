import type { ComponentProps } from "react";
import { Dialog } from "../parts/dialog.tsx";
import { RuleEditor } from "./rule-editor.tsx";

/** The editor of a rule, over the page. */
export const RuleForm = ({
  title,
  close,
  ...editor
}: ComponentProps<typeof RuleEditor> & { readonly title: string; readonly close: () => void }) => (
  <Dialog title={title} close={close} wide>
    <RuleEditor close={close} {...editor} />
  </Dialog>
);
