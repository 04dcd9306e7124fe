import type { Emend } from "../../compose.ts";
import type { CheckHit } from "../../core/check/check-hit.ts";
import type { RuleCheck } from "../../core/check/rule-check.ts";
import { findByPrefix } from "../options/find-by-prefix.ts";

/** Finds a check by its id or a prefix of it, with or without `ck_`. */
export const findCheckByPrefix = ({ checks }: Emend, prefix: string): Promise<RuleCheck> =>
  findByPrefix(prefix, {
    type: "ck_",
    what: "check",
    listing: "emend checks list",
    find: (id) => checks.find(id),
    list: (page) => checks.list(page),
    idOf: ({ id }) => id,
  });

/** Finds a hit of a check. */
export const findHitByPrefix = ({ checks }: Emend, prefix: string): Promise<CheckHit> =>
  findByPrefix(prefix, {
    type: "hi_",
    what: "hit",
    listing: "emend checks hits",
    find: (id) => checks.findHit(id),
    list: (page) => checks.hits(page),
    idOf: ({ id }) => id,
  });
