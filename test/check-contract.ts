import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { openApi } from "../src/http/openapi.ts";
import { ROUTES } from "../src/http/routes.ts";

// oxlint-disable-next-line typescript/no-explicit-any -- a document of any form, read by its own pointers
type Json = Readonly<Record<string, any>>;

const contract = openApi(ROUTES, "0.0.0-test") as Json;
const ajv = new Ajv2020({ strict: false, allErrors: true });
(addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
ajv.addSchema(contract, "emend");
const validators = new Map<string, ValidateFunction>();

const templates = Object.entries(contract["paths"] as Json).map(([template, operations]) => ({
  template,
  operations: operations as Json,
  fits: new RegExp(`^${template.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
  params: (template.match(/\{/g) ?? []).length,
}));

/** Fails where an answer is not what the published contract says. */
export function checkContract(
  method: string,
  address: string,
  { status, headers, body }: { readonly status: number; readonly headers: Headers; readonly body: unknown },
): void {
  const path = address.split("?")[0]!;
  const found = templates
    .filter(({ fits, operations }) => fits.test(path) && operations[method.toLowerCase()] !== undefined)
    .toSorted((one, other) => one.params - other.params)[0];
  if (found === undefined) return;
  const operation = found.operations[method.toLowerCase()] as Json;
  const at = `${method} ${path} -> ${status}`;
  const response = operation["responses"][String(status)] as Json | undefined;
  if (response === undefined)
    throw new Error(
      `${at}: the contract of ${operation["operationId"]} knows no such answer: ${JSON.stringify(body)}`,
    );
  const [type, content] = Object.entries((response["content"] ?? {}) as Json)[0] ?? [];
  if (type === undefined) {
    if (body !== "") throw new Error(`${at}: the contract says nothing is answered`);
    return;
  }
  if (!(headers.get("content-type") ?? "").startsWith(type)) throw new Error(`${at}: expected ${type}`);
  const pointer = [
    "paths",
    found.template,
    method.toLowerCase(),
    "responses",
    String(status),
    "content",
    type,
    "schema",
  ]
    .map((part) => part.replaceAll("~", "~0").replaceAll("/", "~1"))
    .map(encodeURIComponent)
    .join("/");
  const validate = validators.get(pointer) ?? ajv.compile({ $ref: `emend#/${pointer}` });
  validators.set(pointer, validate);
  void content;
  if (!validate(body))
    throw new Error(`${at}: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(body)?.slice(0, 2_000)}`);
}
