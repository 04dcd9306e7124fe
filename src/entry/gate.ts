export {
  BUILT_IN_PACKS,
  CODE_PACK,
  KNOWLEDGE_BASE_PACK,
  findBuiltInPack,
} from "../core/gate/built-in-packs.ts";
export { formatRejection, type RejectionDraft } from "../core/gate/format-rejection.ts";
export {
  createGateCatalogue,
  type GateCatalogue,
  type Gate,
  type GatePack,
  type GateRoute,
  type GateSeverity,
} from "../core/gate/gate.ts";
export {
  type PackProblem,
  gatePackSchema,
  type GatePackFile,
  parseGatePack,
} from "../core/gate/parse-gate-pack.ts";
export {
  parseRejection,
  type ParsedRejection,
  type ParseRejectionOptions,
  type RejectionDiagnostic,
  type RejectionProblem,
} from "../core/gate/parse-rejection.ts";
export {
  type Rejection,
  rejectionVerdict,
  type RejectionVerdict,
  type Signer,
} from "../core/gate/rejection.ts";
export { rejectionGuidance, type TagGuidance } from "../core/gate/rejection-guidance.ts";
export { createHmacSigner } from "../drivers/crypto/hmac-signer.ts";
