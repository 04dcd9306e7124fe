export { detect, detectSignal } from "../core/signal/detect-signal.ts";
export { SignalReader } from "../core/signal/signal-reader.ts";
export {
  MESSAGE_ROLES,
  SIGNAL_TYPES,
  type Detection,
  type EarlierMessage,
  type Evidence,
  type Signal,
  type SignalFacts,
  type SignalHints,
  type SignalType,
} from "../core/signal/signal.ts";
