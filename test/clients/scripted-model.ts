import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** What the model does next: says something, calls a tool of the client, or sends it a patch. */
export type ModelStep = (
  | { readonly say: string }
  | { readonly tool: string; readonly input: Readonly<Record<string, unknown>> }
  | { readonly patch: string }
) & {
  /** How full the model says that its window is afterwards. */
  readonly tokens?: number;
};

export interface ScriptedModel {
  readonly url: string;
  /** What the next turns do, in order; afterwards the model only says that it is done. */
  readonly script: (...steps: readonly ModelStep[]) => void;
  /** All that the client sent since the script was set, as text. */
  readonly heard: () => readonly string[];
  readonly close: () => Promise<void>;
}

interface Turn {
  readonly response: ServerResponse;
  readonly model: string;
  readonly id: number;
  readonly step: ModelStep;
}

/** The protocols of model providers, by the path of a request. */
const PROTOCOLS: readonly (readonly [path: RegExp, answer: (turn: Turn) => void])[] = [
  [/^\/v1\/messages$/, answerAnthropic],
  [/^\/v1\/responses$/, answerOpenAi],
  [/^\/v1beta\/models\/[\w.-]{1,60}:streamGenerateContent$/, answerGemini],
];

/** A model on this machine that speaks the protocols of Anthropic, OpenAI and Google, and follows a script. */
export async function startModel(): Promise<ScriptedModel> {
  let steps: ModelStep[] = [];
  let heard: string[] = [];
  let calls = 0;
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const path = (request.url ?? "").split("?")[0]!;
      const answer = PROTOCOLS.find(([known]) => known.test(path))?.[1];
      if (request.method !== "POST" || answer === undefined)
        return response.writeHead(404, { "content-type": "application/json" }).end("{}");
      const given = JSON.parse(body) as { readonly model?: string; readonly tools?: readonly unknown[] };
      // Questions on the side, such as for a title, come without tools.
      const isTurn = (given.tools ?? []).length > 0;
      if (isTurn) heard.push(body);
      calls += 1;
      const step = (isTurn ? steps.shift() : undefined) ?? { say: "Done." };
      return answer({ response, model: given.model ?? "", id: calls, step });
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

function stream(response: ServerResponse, events: readonly object[]): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of events) {
    const name = "type" in event ? `event: ${String(event.type)}\n` : "";
    response.write(`${name}data: ${JSON.stringify(event)}\n\n`);
  }
  response.end();
}

function answerAnthropic({ response, model, id, step }: Turn): void {
  const isTool = "tool" in step;
  const usage = { input_tokens: step.tokens ?? 1, output_tokens: 1 };
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
    : { type: "text_delta", text: sayingOf(step) };
  stream(response, [
    { type: "message_start", message },
    { type: "content_block_start", index: 0, content_block: block },
    { type: "content_block_delta", index: 0, delta },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: isTool ? "tool_use" : "end_turn" }, usage },
    { type: "message_stop" },
  ]);
}

function answerOpenAi({ response, id, step }: Turn): void {
  const call = { id: `item_${id}`, call_id: `call_${id}` };
  const content = [{ type: "output_text", text: sayingOf(step) }];
  const item =
    "tool" in step
      ? { type: "function_call", ...call, name: step.tool, arguments: JSON.stringify(step.input) }
      : "patch" in step
        ? { type: "custom_tool_call", ...call, name: "apply_patch", input: step.patch }
        : { type: "message", role: "assistant", id: `item_${id}`, content };
  const input = step.tokens ?? 1;
  const usage = {
    input_tokens: input,
    input_tokens_details: null,
    output_tokens: 1,
    output_tokens_details: null,
    total_tokens: input + 1,
  };
  stream(response, [
    { type: "response.created", response: { id: `resp_${id}` } },
    { type: "response.output_item.done", item },
    { type: "response.completed", response: { id: `resp_${id}`, usage } },
  ]);
}

function answerGemini({ response, id, step }: Turn): void {
  const part =
    "tool" in step
      ? { functionCall: { id: `call_${id}`, name: step.tool, args: step.input } }
      : { text: sayingOf(step) };
  const content = { role: "model", parts: [part] };
  const usageMetadata = { promptTokenCount: step.tokens ?? 1, candidatesTokenCount: 1, totalTokenCount: 2 };
  stream(response, [{ candidates: [{ content, finishReason: "STOP", index: 0 }], usageMetadata }]);
}

const sayingOf = (step: ModelStep): string => ("say" in step ? step.say : "Done.");
