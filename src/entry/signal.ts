export { detectSignal } from "../core/signal/detect-signal.ts";
export { SignalReader } from "../core/signal/signal-reader.ts";
export {
  SIGNAL_TYPES,
  type Evidence,
  type Signal,
  type SignalFacts,
  type SignalHints,
  type SignalType,
} from "../core/signal/signal.ts";
