import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { readConfig } from "../config/read-config.ts";
import { openOutsideVectors } from "./learning.ts";

it("shows a ChromaDB the token of the configuration", async () => {
  const shown: unknown[] = [];
  const server = createServer(({ headers }, answer) => {
    shown.push(headers["x-chroma-token"]);
    answer.writeHead(401).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = { EMEND_CHROMA_URL: url, EMEND_CHROMA_TOKEN: "chroma-secret" };
  const cwd = import.meta.dirname;
  const read = await readConfig({ cwd, env, flags: {} });
  if (!read.ok) throw new Error(read.error[0]!.message);
  const { config } = read.value;
  const host = { config, cwd, env, now: () => new Date(), onFault: () => undefined };
  const opened = openOutsideVectors(host).then((vectors) => vectors!.count());
  await expect(opened).rejects.toMatchObject({ code: "vectors_refused" });
  expect(shown).toEqual(["chroma-secret"]);
  server.close();
});
