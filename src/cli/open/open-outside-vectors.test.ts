import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { PassThrough, Readable } from "node:stream";
import { expect, it } from "vitest";
import { openOutsideVectors } from "./open-outside-vectors.ts";

it("shows a ChromaDB the token of the configuration", async () => {
  const shown: unknown[] = [];
  const server = createServer(({ headers }, answer) => {
    shown.push(headers["x-chroma-token"]);
    answer.writeHead(401).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const opened = openOutsideVectors({
    stdin: Readable.from([]),
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    env: { EMEND_CHROMA_URL: url, EMEND_CHROMA_TOKEN: "chroma-secret" },
    cwd: import.meta.dirname,
    now: () => new Date(),
  }).then((vectors) => vectors!.count());
  await expect(opened).rejects.toMatchObject({ code: "vectors_refused" });
  expect(shown).toEqual(["chroma-secret"]);
  server.close();
});
