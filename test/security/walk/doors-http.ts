import type { Trust } from "../../../src/core/feedback/feedback.ts";
import type { HttpCaller } from "../../http-session.ts";
import { makeDecision } from "../../make-decision.ts";
import { makeDocument } from "../../make-round.ts";
import { openMcp } from "../../mcp-session.ts";
import { AGENT, FILE, type World, words } from "./walk-world.ts";

/** A way in. Plants a marker with a trust; false if nothing comes in here with that trust. */
export type Door = (world: World, trust: Trust, marker: string) => Promise<boolean>;

const people = (world: World): HttpCaller => world.http.as("reviewer", { name: "ana" });
const agent = (world: World): HttpCaller => world.http.as("agent", { name: "its token", agent: AGENT });
const said = (marker: string) => ({
  agent: AGENT,
  run: marker,
  path: FILE,
  tags: [marker],
  outcome: "rejected",
  comment: words(marker),
});

/** Who must ask so that a record gets a trust, for doors where the token decides. */
const byToken = (world: World, trust: Trust): HttpCaller | undefined =>
  trust === "person" ? people(world) : trust === "tool" ? agent(world) : undefined;

const work = (marker: string) => ({
  agent: AGENT,
  gate: "Before send",
  title: `Work ${marker}`,
  output: `Text ${marker}`,
  files: [FILE],
});

const roundOf = (marker: string) => makeDocument(1, { items: [{ issue: words(marker) }], path: FILE });

/** Operations of the API by which words come in, by their id. */
export const HTTP_DOORS = {
  recordFeedback: async (world, trust, marker) => {
    if (trust === "tool") await agent(world).post("feedback", { items: [said(marker)] });
    else {
      // Whom a reviewer names beside themselves is an outsider.
      const author = { id: `x-${marker}`, trust: trust === "reviewer_bot" ? trust : "person" };
      const item = trust === "person" ? said(marker) : { ...said(marker), author };
      await people(world).post("feedback", { items: [item] });
    }
    return true;
  },
  detectSignal: async (world, trust, marker) => {
    if (trust !== "tool") return false;
    const record = { run: marker, path: FILE };
    await agent(world).post("signals", {
      text: `No, that is wrong. ${words(marker)}`,
      kind: "user_message",
      record,
    });
    return true;
  },
  checkReview: async (world, trust, marker) => {
    const caller = trust === "reviewer_bot" ? people(world) : trust === "tool" ? agent(world) : undefined;
    if (caller === undefined) return false;
    const finding = {
      id: marker,
      severity: "high",
      category: "correctness",
      title: words(marker),
      file: FILE,
      line: 3,
      message: words(marker),
    };
    const raw = JSON.stringify({ schema_version: "1.0", prompt_version: "1.0", findings: [finding] });
    await caller.post("reviews", { raw, changed_files: [FILE], record: { agent: AGENT, run: marker } });
    return true;
  },
  reportOutcome: async (world, trust, marker) => {
    const { agent: _agent, ...body } = said(marker);
    const caller = byToken(world, trust);
    await caller?.post(`agents/${AGENT}/outcomes`, body);
    return caller !== undefined;
  },
  recordDecision: async (world, trust, marker) => {
    if (trust !== "person") return false;
    const event = makeDecision(2, {
      decision_id: marker,
      reviewer_id: "ana",
      reviewer_comment: words(marker),
    });
    await people(world).post("decisions", { ...event, tags: [marker], agent: AGENT });
    return true;
  },
  submitWork: async (world, trust, marker) => {
    const caller = byToken(world, trust);
    await caller?.post("submissions", work(marker));
    return caller !== undefined;
  },
  decideSubmission: async (world, trust, marker) => {
    if (trust !== "person") return false;
    const { body } = await agent(world).post("submissions", work("plain"));
    const answer = { decision: "rejected", comment: words(marker), tags: [marker] };
    await people(world).post(`submissions/${body.id}/decision`, answer);
    return true;
  },
  recordIteration: async (world, trust, marker) => {
    const body = { document: roundOf(marker), agent: AGENT };
    await byToken(world, trust)?.post(`tasks/${marker}/iterations`, body);
    return byToken(world, trust) !== undefined;
  },
  withdrawSubmission: async (world, trust, marker) => {
    if (trust !== "tool") return false;
    const { body } = await agent(world).post("submissions", work("plain"));
    await agent(world).post(`submissions/${body.id}/withdraw`, { reason: words(marker) });
    return true;
  },
} as const satisfies Readonly<Record<string, Door>>;

const mcp = async (world: World, trust: Trust, name: string, args: Record<string, unknown>) => {
  if (trust === "reviewer_bot") return false;
  const author = { id: `mcp-${trust}`, trust };
  const session = await openMcp(world.store, { agent: AGENT, author, owner: `mcp:${trust}` });
  await session.call(name, args);
  await session.close();
  return true;
};

/** Tools of MCP by which words come in. */
export const MCP_DOORS = {
  record_iteration: (world, trust, marker) =>
    trust === "outsider"
      ? Promise.resolve(false)
      : mcp(world, trust, "record_iteration", { task: marker, document: roundOf(marker) }),
  record_feedback: (world, trust, marker) =>
    mcp(world, trust, "record_feedback", { comment: words(marker), path: FILE, tags: [marker], run: marker }),
  report_outcome: (world, trust, marker) =>
    mcp(world, trust, "report_outcome", { run: marker, outcome: "rejected", comment: words(marker) }),
} as const satisfies Readonly<Record<string, Door>>;
