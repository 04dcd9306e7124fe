/**
 * How far a stretch of text states a change: `firm` says what to do, `implied` names a defect with
 * one possible fix, `vague` demands something without saying what.
 */
export type ChangeForce = "firm" | "implied" | "vague";

type ChangeForm =
  | "command"
  | "request"
  | "prohibition"
  | "obligation"
  | "offer"
  | "replacement"
  | "implied_fix";

/** A change that a comment asks for, as word positions; `to` is not included. */
export interface Change {
  readonly force: ChangeForce;
  readonly form: ChangeForm;
  readonly from: number;
  readonly to: number;
}
