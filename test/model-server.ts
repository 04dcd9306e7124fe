import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What a model is asked, as far as a test looks at it. */
export interface Asked {
  readonly instructions: string;
  readonly prompt: string;
  /** The JSON of the block of remarks. */
  readonly block: unknown;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: IncomingMessage["headers"];
}

export interface ModelServer {
  /** The address that both kinds of provider are given. */
  readonly url: string;
  readonly asked: readonly Asked[];
  /** What the next requests are answered with, instead of what was given at the start. */
  answerWith(reply: Reply): void;
  stop(): Promise<void>;
}

/** The text a model writes, or anything else that a server may do. */
export type Reply = (asked: Asked, response: ServerResponse) => string | undefined;

const MAX_BODY = 1_000_000;

/** A server on this machine that speaks OpenAI's chat completions and Anthropic's messages. */
export async function startModelServer(reply: Reply): Promise<ModelServer> {
  const asked: Asked[] = [];
  let current = reply;
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const anthropic = request.url?.endsWith("/messages") ?? false;
      const question = {
        ...(anthropic ? fromAnthropic(body) : fromOpenAi(body)),
        body,
        headers: request.headers,
      };
      const one: Asked = { ...question, block: blockOf(question.prompt) };
      asked.push(one);
      const text = current(one, response);
      if (text === undefined) return;
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(anthropic ? asAnthropic(text, body) : asOpenAi(text)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    answerWith: (next) => (current = next),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) {
    text += String(chunk);
    if (text.length > MAX_BODY) throw new Error("a prompt has to be bounded");
  }
  return JSON.parse(text) as Record<string, unknown>;
}

interface Message {
  readonly role: string;
  readonly content: string | readonly { readonly text: string }[];
}

const textOf = (content: Message["content"]): string =>
  typeof content === "string" ? content : content.map(({ text }) => text).join("");

function fromOpenAi(body: Record<string, unknown>): Pick<Asked, "instructions" | "prompt"> {
  const messages = body["messages"] as readonly Message[];
  const said = (role: string): string =>
    messages
      .filter((message) => message.role === role)
      .map(({ content }) => textOf(content))
      .join("\n");
  return { instructions: said("system"), prompt: said("user") };
}

const fromAnthropic = (body: Record<string, unknown>): Pick<Asked, "instructions" | "prompt"> => ({
  instructions: textOf((body["system"] ?? "") as Message["content"]),
  prompt: (body["messages"] as readonly Message[]).map(({ content }) => textOf(content)).join("\n"),
});

function blockOf(prompt: string): unknown {
  const parts = prompt.split(/<\/?feedback>/);
  if (parts.length !== 3) throw new Error(`expected one block of remarks, got ${(parts.length - 1) / 2}`);
  return JSON.parse(parts[1]!);
}

const USAGE = { prompt_tokens: 3_000, completion_tokens: 1_000, total_tokens: 4_000 };

const asOpenAi = (text: string): unknown => ({
  id: "answer",
  object: "chat.completion",
  created: 1_770_000_000,
  model: "loopback",
  choices: [{ index: 0, message: { role: "assistant", content: text }, finish_reason: "stop" }],
  usage: USAGE,
});

/** A model without structured output of its own is given a tool to answer with. */
function asAnthropic(text: string, body: Record<string, unknown>): unknown {
  const tool = (body["tools"] as readonly { readonly name: string }[] | undefined)?.[0];
  return {
    id: "answer",
    type: "message",
    role: "assistant",
    model: "loopback",
    content:
      tool === undefined
        ? [{ type: "text", text }]
        : [{ type: "tool_use", id: "toolu_1", name: tool.name, input: JSON.parse(text) as unknown }],
    stop_reason: tool === undefined ? "end_turn" : "tool_use",
    stop_sequence: null,
    usage: { input_tokens: USAGE.prompt_tokens, output_tokens: USAGE.completion_tokens },
  };
}
