import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** What the model does next: says something, or calls a tool of the client. */
export type ModelStep =
  | { readonly say: string }
  | { readonly tool: string; readonly input: Readonly<Record<string, unknown>> };

export interface ScriptedModel {
  readonly url: string;
  /** What the next turns do, in order; afterwards the model only says that it is done. */
  readonly script: (...steps: readonly ModelStep[]) => void;
  /** All that the client sent since the script was set, as text. */
  readonly heard: () => readonly string[];
  readonly close: () => Promise<void>;
}

/** A model on this machine that speaks Anthropic's protocol and follows a script. */
export async function startModel(): Promise<ScriptedModel> {
  let steps: ModelStep[] = [];
  let heard: string[] = [];
  let calls = 0;
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      if (request.method !== "POST" || !/^\/v1\/messages(?:\?|$)/.test(request.url ?? "")) {
        return response.writeHead(404, { "content-type": "application/json" }).end("{}");
      }
      const given = JSON.parse(body) as { readonly model: string; readonly tools?: readonly unknown[] };
      // Questions on the side, such as for a title, come without tools.
      const isTurn = (given.tools ?? []).length > 0;
      if (isTurn) heard.push(body);
      calls += 1;
      return answer(response, given.model, calls, (isTurn ? steps.shift() : undefined) ?? { say: "Done." });
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    script: (...next) => {
      steps = [...next];
      heard = [];
    },
    heard: () => heard,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function answer(response: ServerResponse, model: string, id: number, step: ModelStep): void {
  const isTool = "tool" in step;
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = {
    id: `msg_${id}`,
    type: "message",
    role: "assistant",
    model,
    content: [],
    stop_reason: null,
    usage,
  };
  const block = isTool
    ? { type: "tool_use", id: `toolu_${id}`, name: step.tool, input: {} }
    : { type: "text", text: "" };
  const delta = isTool
    ? { type: "input_json_delta", partial_json: JSON.stringify(step.input) }
    : { type: "text_delta", text: step.say };
  const events = [
    { type: "message_start", message },
    { type: "content_block_start", index: 0, content_block: block },
    { type: "content_block_delta", index: 0, delta },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: isTool ? "tool_use" : "end_turn" }, usage },
    { type: "message_stop" },
  ];
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of events) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  response.end();
}
