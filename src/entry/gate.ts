export { BUILT_IN_PACKS, findBuiltInPack } from "../core/gate/built-in-packs.ts";
export { CODE_PACK } from "../core/gate/code-pack.ts";
export { formatRejection, type RejectionDraft } from "../core/gate/format-rejection.ts";
export { createGateCatalogue, type GateCatalogue } from "../core/gate/gate-catalogue.ts";
export type { PackProblem } from "../core/gate/gate-pack-problem.ts";
export { gatePackSchema, type GatePackFile } from "../core/gate/gate-pack-schema.ts";
export type { Gate, GatePack, GateRoute, GateSeverity } from "../core/gate/gate.ts";
export { KNOWLEDGE_BASE_PACK } from "../core/gate/knowledge-base-pack.ts";
export { parseGatePack } from "../core/gate/parse-gate-pack.ts";
export {
  parseRejection,
  type ParsedRejection,
  type ParseRejectionOptions,
  type RejectionDiagnostic,
  type RejectionProblem,
} from "../core/gate/parse-rejection.ts";
export type { Rejection } from "../core/gate/rejection.ts";
export { rejectionGuidance } from "../core/gate/rejection-guidance.ts";
export { rejectionVerdict, type RejectionVerdict } from "../core/gate/rejection-verdict.ts";
export type { TagGuidance } from "../core/gate/tag-guidance.ts";
export type { Signer } from "../core/gate/signer.ts";
export { createHmacSigner } from "../drivers/crypto/hmac-signer.ts";
