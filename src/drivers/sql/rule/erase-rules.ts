import { eraseFromRule } from "../../../core/rule/erase-from-rule.ts";
import { eraseDocuments } from "../erase-documents.ts";
import { fromDocument } from "./rule-row.ts";
import { writeRule } from "./save-rule.ts";

/** Whoever decided on what a rule said before decides again. All are read: they are few, and name people in many places. */
export const eraseRules = eraseDocuments({
  table: "rule",
  read: fromDocument,
  erase: eraseFromRule,
  write: writeRule,
});
