import { fail, type Result } from "../src/core/result.ts";
import { readYaml } from "../src/drivers/git/read-yaml.ts";

/** Parses a document of the ledger as if it had been found at the path. */
export const readBack = <Value>(
  yaml: string,
  path: string,
  read: (value: unknown, path: string) => Result<Value, string>,
): Result<Value, string> => {
  const value = readYaml(yaml);
  return value.ok ? read(value.value, path) : fail(value.error);
};
