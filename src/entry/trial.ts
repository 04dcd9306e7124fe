export { assignArm, type ArmQuestion, type TrialArm } from "../core/trial/assign-arm.ts";
export { checkArms, type ArmCheck, type ArmCounts } from "../core/trial/check-arms.ts";
export { confirmVerdicts } from "../core/trial/confirm-verdicts.ts";
export { forecastTrial, type TrialForecast, type TrialOutlook } from "../core/trial/forecast-trial.ts";
export {
  judgeTrial,
  type JudgedTrial,
  type TrialEvidence,
  type TrialRecurrence,
  type TrialReduction,
  type TrialVerdict,
} from "../core/trial/judge-trial.ts";
