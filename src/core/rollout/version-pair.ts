import { plainVersion } from "../review/version-policy.ts";

/** The two versions that a prompt pins and an answer repeats. */
export interface VersionPair {
  readonly schema_version: string;
  readonly prompt_version: string;
}

/** One text for each pair, however its versions are written, to file counts under. */
export const versionKey = (version: VersionPair): string =>
  `${plainVersion(version.schema_version)}+${plainVersion(version.prompt_version)}`;

/** The pair that `versionKey` filed, in the shortest spelling. */
export function versionOfKey(key: string): VersionPair {
  const [schema_version = "", prompt_version = ""] = key.split("+");
  return { schema_version, prompt_version };
}

export const isSameVersion = (a: VersionPair, b: VersionPair): boolean => versionKey(a) === versionKey(b);

export const isVersionPair = ({ schema_version, prompt_version }: VersionPair): boolean =>
  /^\d{1,9}\.\d{1,9}$/.test(schema_version) && /^\d{1,9}\.\d{1,9}(?:\.\d{1,9})?$/.test(prompt_version);
