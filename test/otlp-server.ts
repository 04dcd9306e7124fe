import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

interface ReceivedSpan {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  /** 2 for an error. */
  readonly status: number;
  readonly service: string;
}

export interface OtlpServer {
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  readonly requests: readonly { readonly path: string; readonly headers: IncomingHttpHeaders }[];
  stop(): Promise<void>;
}

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number | string };
}

interface TraceBody {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<ReceivedSpan, "attributes" | "status" | "service"> & {
        readonly attributes: readonly Attribute[];
        readonly status: { readonly code?: number };
      })[];
    }[];
  }[];
}

/** A collector on this machine that takes OTLP as JSON over HTTP, and answers as a test wants it to. */
export async function startOtlpServer(
  answer: (response: ServerResponse) => void = (response) =>
    void response.writeHead(200, { "content-type": "application/json" }).end("{}"),
): Promise<OtlpServer> {
  const spans: ReceivedSpan[] = [];
  const requests: { path: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer((incoming, response) => {
    void incoming.toArray().then((chunks) => {
      requests.push({ path: incoming.url ?? "", headers: incoming.headers });
      spans.push(...read(JSON.parse(Buffer.concat(chunks as Buffer[]).toString()) as TraceBody));
      answer(response);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    requests,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

const read = ({ resourceSpans }: TraceBody): readonly ReceivedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ attributes, status, ...span }) => ({
        ...span,
        attributes: plain(attributes),
        status: status.code ?? 0,
        service: String(plain(resource.attributes)["service.name"]),
      })),
    ),
  );

const plain = (attributes: readonly Attribute[]): Readonly<Record<string, string | number>> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]));
