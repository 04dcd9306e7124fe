import { defined } from "../defined.ts";
import { parseRejection } from "../gate/parse-rejection.ts";
import { type Rejection, rejectionVerdict, type Signer } from "../gate/rejection.ts";
import type { GateCatalogue } from "../gate/gate.ts";
import type { FeedbackDiagnostic } from "./feedback-reading.ts";
import type { Trust } from "./feedback.ts";

export interface GithubRejectionQuestion {
  readonly body: string | undefined;
  readonly trust: Trust;
  /** The state of the review; empty for a comment. */
  readonly state: string;
  readonly signer: Signer | undefined;
  readonly catalogue: GateCatalogue;
}

/** At most one of the two; neither if the comment contains no block. */
export interface GithubRejection {
  readonly rejection?: Rejection;
  /** Why the block is ignored. */
  readonly refused?: Pick<FeedbackDiagnostic, "reason" | "message">;
}

const KEPT = "; the comment is stored as a remark";

/**
 * The rejection in a comment's block, or why the block is ignored. An outsider's block is always ignored, even if
 * signed, because a signed block can be copied from another pull request.
 */
export function githubRejection(question: GithubRejectionQuestion): GithubRejection {
  const { body, trust, state, signer, catalogue } = question;
  if (body === undefined) return {};
  const parsed = parseRejection(body, {
    fallbackTag: catalogue.fallback.tag,
    ...defined({ signer }),
  });
  if (!parsed.ok && parsed.error.code === "none") return {};
  const refuse = (reason: FeedbackDiagnostic["reason"], message: string): GithubRejection => ({
    refused: { reason, message: `${message}${KEPT}` },
  });
  if (trust === "outsider") {
    const message = "contains a rejection block by somebody without the right to decide";
    return refuse("rejection_untrusted", message);
  }
  if (!parsed.ok) {
    const { code, message } = parsed.error;
    const isSignature = code === "unsigned" || code === "bad_signature";
    return refuse(
      isSignature ? "rejection_unsigned" : "rejection_unreadable",
      `contains a rejection block that is not accepted: ${message}`,
    );
  }
  const isWarning = rejectionVerdict(parsed.value.issues, catalogue) === "warnings";
  // An approval may contain warnings.
  if (isWarning && state === "APPROVED") return { rejection: parsed.value };
  if (state === "APPROVED" || state === "DISMISSED") {
    const message = `contains a rejection block, but the review is ${state.toLowerCase()}, which takes precedence`;
    return refuse("rejection_overruled", message);
  }
  return { rejection: parsed.value };
}
