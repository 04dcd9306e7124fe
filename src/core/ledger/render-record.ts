import type { Feedback } from "../feedback/feedback.ts";
import { END, type KeyOrder, renderYaml } from "./render-yaml.ts";

const LOCATION: KeyOrder = { type: END, line: END, end_line: END, side: END, reference: END };

/** What a reader looks for first comes first; what only machines need comes last. */
const RECORD_ORDER = {
  id: END,
  time: END,
  source: { kind: END, ref: END, tool: END, reply_to: END },
  author: { id: END, trust: END },
  agent: END,
  work_of: END,
  convention: END,
  by_author: END,
  outcome: END,
  claimed_outcome: END,
  gate: END,
  run: END,
  task: END,
  epic: END,
  target: { path: END, location: LOCATION },
  severity: END,
  category: END,
  tags: END,
  comment: END,
  wrong: END,
  fix: END,
  correction: { summary: END, diff_path: END, diff: END },
  duration_seconds: END,
  output: { agent_sha: END, approved_sha: END },
  similarity_text: END,
  original: { state: END, size: END, hash: END, json: END, excerpt: END },
  event_id: END,
  fingerprint: END,
  schema: END,
} satisfies { readonly [key in keyof Feedback]-?: KeyOrder };

/** A record as the ledger holds it: everything, as one YAML document. */
export const renderRecord = (feedback: Feedback): string => renderYaml(feedback, RECORD_ORDER);
