import * as fc from "fast-check";
import { contractOf } from "../src/http/contract.ts";
import type { Route } from "../src/http/route.ts";
import { arbitraryFromSchema, type JsonSchema } from "./arbitrary-from-schema.ts";

/** The parts of one request, before they become an address and a body. */
export interface RequestParts {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

interface Operation {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: JsonSchema;
  }[];
  readonly requestBody?: {
    readonly content: { readonly "application/json": { readonly schema: JsonSchema } };
  };
}

const { paths, components } = contractOf("0.0.0-test").document as unknown as {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: { schemas: Readonly<Record<string, JsonSchema>> };
};

/** Requests that a route's part of the contract allows. */
export function requestsFor({ method, path }: Route): fc.Arbitrary<RequestParts> {
  const { parameters = [], requestBody } = paths[`/api/v1${path}`]![method]!;
  const partsIn = (place: string): fc.Arbitrary<Record<string, unknown>> => {
    const there = parameters.filter((each) => each.in === place);
    const made = fc.record(
      Object.fromEntries(
        there.map(({ name, schema }) => [name, arbitraryFromSchema(schema, components.schemas)]),
      ),
      { requiredKeys: there.filter(({ required }) => required).map(({ name }) => name) },
    );
    // A place in a list that nobody gave is refused before anything else is looked at.
    return fc
      .tuple(made, fc.nat(4))
      .map(([{ after, ...rest }, chance]) => (after === undefined || chance > 0 ? rest : { ...rest, after }));
  };
  const schema = requestBody?.content["application/json"].schema;
  return fc
    .tuple(
      partsIn("path"),
      partsIn("query"),
      schema === undefined ? fc.constant(undefined) : arbitraryFromSchema(schema, components.schemas),
    )
    .map(([params, query, body]) => ({ params, query, ...(body === undefined ? {} : { body }) }));
}

/** The address of a request; what cannot be part of one is replaced. */
export function addressOf({ path }: Pick<Route, "path">, { params, query }: RequestParts): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => encoded(params[name]));
  const search = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((each) => `${encoded(name)}=${encoded(each)}`),
  );
  return `/api/v1${filled}${search.length === 0 ? "" : `?${search.join("&")}`}`;
}

function encoded(value: unknown): string {
  const text = encodeURIComponent(toText(value).toWellFormed());
  // A lone dot or two would be taken as a step of the path, however it is written.
  return /^\.{1,2}$/.test(text) ? `${text}_` : text;
}

const toText = (value: unknown): string =>
  typeof value === "string" ? value : (JSON.stringify(value) ?? "");
