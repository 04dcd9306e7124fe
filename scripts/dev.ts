// npm run dev                 the server and the web app from their sources on http://127.0.0.1:4180, with demo data
// npm run dev -- --inspect    lets a debugger attach to the server (chrome://inspect, or your editor)
// Options: --port NUMBER, and those of `emend demo`: --fresh, --days NUMBER, --store FILE.
import { spawn } from "node:child_process";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createServer } from "vite";
import { SERVER_PATHS } from "../src/http/create-http-app.ts";
import { freePort } from "../test/free-port.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const { values } = parseArgs({
  options: {
    port: { type: "string", default: "4180" },
    inspect: { type: "boolean", default: false },
    fresh: { type: "boolean", default: false },
    days: { type: "string" },
    store: { type: "string" },
  },
});
const url = `http://127.0.0.1:${values.port}`;
const serverPort = await freePort();

const web = await createServer({
  configFile: `${root}web/vite.config.ts`,
  cacheDir: `${root}node_modules/.cache/vite`,
  server: {
    host: "127.0.0.1",
    port: Number(values.port),
    strictPort: true,
    proxy: { [SERVER_PATHS.source]: `http://127.0.0.1:${serverPort}` },
  },
  plugins: [
    {
      name: "wait-for-server",
      configureServer: ({ middlewares }) => {
        middlewares.use((request, _response, next) => {
          if (SERVER_PATHS.test(request.url ?? "")) void waitForServer().then(() => next());
          else next();
        });
      },
    },
  ],
});
await web.listen();

const server = spawn(
  process.execPath,
  [
    ...(values.inspect ? ["--inspect"] : []),
    "--watch",
    "--watch-preserve-output",
    `${root}src/cli/bin.ts`,
    "demo",
    "--serve",
    "--port",
    String(serverPort),
    ...(values.fresh ? ["--fresh"] : []),
    ...(values.days === undefined ? [] : ["--days", values.days]),
    ...(values.store === undefined ? [] : ["--store", values.store]),
  ],
  { stdio: "inherit", env: { ...process.env, EMEND_SERVER_PUBLIC_URL: url } },
);
console.log(`${url}: web app with hot reload, server restarting on change`);

const stop = (): void => void server.kill("SIGTERM");
process.on("SIGINT", stop);
process.on("SIGTERM", stop);
server.once("exit", () => void web.close().then(() => process.exit(0)));

/** While the server restarts, requests wait for it instead of failing. */
async function waitForServer(): Promise<void> {
  for (let attempt = 0; attempt < 100 && !(await isListening()); attempt += 1)
    await new Promise((resolve) => setTimeout(resolve, 100));
}

function isListening(): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(serverPort, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.end());
  });
}
