import type { Operation } from "./company.ts";
import { scatter } from "../make.ts";
import { makeDecision, remark, tagsOf } from "./make-record.ts";

export interface LoadRequest {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly token: string;
  readonly body?: unknown;
}

/** Who asks, and what they know from earlier answers. */
export interface World {
  /** Tells the records of one run from those of another. */
  readonly name: string;
  readonly admin: string;
  /** Of agents by their number. */
  readonly agentTokens: readonly string[];
  /** Submissions that wait for an answer. */
  readonly waiting: string[];
}

/** What the pages of the app ask for, the commonest several times. */
export const PAGES = [
  "submissions?order=due",
  "submissions/counts",
  "submissions?order=due",
  "feedback?limit=50",
  "proposals",
  "rules",
  "agents/{agent}/patterns?window=7d",
  "agents/{agent}/trend?window=30d",
  "agents/{agent}/rejections",
  "events/backlog",
  "proposals",
];

/** The request that operation number `n` makes. */
export function makeRequest(operation: Operation, n: number, world: World): LoadRequest {
  const number = scatter(n, world.agentTokens.length);
  const [agent, token] = [`agent-${number}`, world.agentTokens[number]!];
  const file = `src/orders/step-${n % 977}.ts`;
  const asAgent = (method: "GET" | "POST", path: string, body?: unknown): LoadRequest => ({
    method,
    path: `/api/v1/${path}`,
    token,
    body,
  });
  switch (operation) {
    case "feedback":
      return asAgent("POST", "feedback", {
        items: [{ agent, comment: remark(n), tags: tagsOf(n), path: file, event_id: `${world.name}-${n}` }],
      });
    case "decision": {
      const body = { ...makeDecision(world.name, n, new Date().toISOString()), agent };
      return { method: "POST", path: "/api/v1/decisions", token: world.admin, body };
    }
    case "decide": {
      const id = world.waiting.shift();
      if (id === undefined) return makeRequest("submit", n, world);
      const approved = scatter(n, 10) < 3;
      const body = approved
        ? { decision: "approved", duration_seconds: 30 }
        : { decision: "rejected", comment: remark(n), tags: tagsOf(n), duration_seconds: 60 };
      return { method: "POST", path: `/api/v1/submissions/${id}/decision`, token: world.admin, body };
    }
    case "submit":
      return asAgent("POST", "submissions", {
        gate: "HITL-2",
        title: `Step ${n} of the plan`,
        output: `${remark(n)}\n`.repeat(20),
        run: `${world.name}-run-${n}`,
      });
    case "prompt": {
      const body = { base_prompt: `You are ${agent}.`, run: `${world.name}-run-${n}`, paths: [file] };
      return asAgent("POST", `agents/${agent}/prompt`, body);
    }
    case "rules":
      return asAgent("GET", `agents/${agent}/rules?path=${encodeURIComponent(file)}&run=${world.name}-${n}`);
    case "mistakes":
      return asAgent("GET", `agents/${agent}/mistakes?path=${encodeURIComponent(file)}`);
    case "mcp":
      return {
        method: "POST",
        path: "/mcp",
        token,
        body: {
          jsonrpc: "2.0",
          id: n,
          method: "tools/call",
          params: { name: "rules_for_files", arguments: { agent, files: [file] } },
        },
      };
    case "page": {
      const path = PAGES[n % PAGES.length]!.replace("{agent}", agent);
      return { method: "GET", path: `/api/v1/${path}`, token: world.admin };
    }
    case "overview":
      return { method: "GET", path: "/api/v1/agents?window=24h", token: world.admin };
  }
}
