import { eraseFromRule } from "../../../core/rule/erase-from-rule.ts";
import { eraseDocuments } from "../erase-documents.ts";
import { fromRuleRow } from "./rule-row.ts";
import { writeRule } from "./save-rule.ts";

/**
 * Erasing a person from a rule requires the decision again. Reads all rules: there are few, and they name people in
 * many fields.
 */
export const eraseRules = eraseDocuments({
  table: "rule",
  parse: fromRuleRow,
  erase: eraseFromRule,
  write: writeRule,
});
