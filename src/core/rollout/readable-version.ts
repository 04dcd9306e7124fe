import { isSchemaAccepted, CURRENT_VERSIONS } from "../review/version-policy.ts";
import { isVersionPair, type VersionPair } from "./version-pair.ts";

/**
 * Whether this Emend's parser reads answers in a version: its own schema or a later minor of the same major. A prompt
 * may have any version, since its words are the caller's.
 */
export const isReadable = (version: VersionPair): boolean =>
  isVersionPair(version) && isSchemaAccepted(version.schema_version, CURRENT_VERSIONS.schema_version);
