// Cuts the operations that Emend calls out of GitHub's OpenAPI description, for tests to hold requests against:
//   node scripts/slice-github-openapi.js path/to/api.github.com.json
// The whole is in the package @octokit/openapi (MIT), far too large to depend on; its LICENSE must lie beside the file.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const REPOSITORY = "/repos/{owner}/{repo}";
const OPERATIONS = [
  ["post", "/app/installations/{installation_id}/access_tokens"],
  ["get", `${REPOSITORY}/issues/{issue_number}/comments`],
  ["post", `${REPOSITORY}/issues/{issue_number}/comments`],
  ["patch", `${REPOSITORY}/issues/comments/{comment_id}`],
  ["get", `${REPOSITORY}/pulls/{pull_number}/comments`],
  ["post", `${REPOSITORY}/pulls/{pull_number}/comments`],
  ["get", `${REPOSITORY}/pulls/{pull_number}/reviews`],
  ["post", `${REPOSITORY}/pulls/{pull_number}/reviews`],
  ["post", `${REPOSITORY}/check-runs`],
  ["get", `${REPOSITORY}/check-runs/{check_run_id}`],
  ["patch", `${REPOSITORY}/check-runs/{check_run_id}`],
  ["get", `${REPOSITORY}/commits/{ref}/check-runs`],
];

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error("usage: node scripts/slice-github-openapi.js path/to/api.github.com.json");
  process.exit(2);
}
const whole = JSON.parse(readFileSync(file, "utf8"));

/** Words for people, which are most of the weight. */
const WORDS = new Set([
  "description",
  "summary",
  "example",
  "examples",
  "externalDocs",
  "tags",
  "title",
  "discriminator",
]);

/** The same without words; `nullable` of OpenAPI 3.0 becomes the `null` of JSON Schema. */
function lean(value, isNames) {
  if (Array.isArray(value)) return value.map((entry) => lean(entry, false));
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value)
    .filter(([key]) => isNames || !(WORDS.has(key) || key === "nullable" || key.startsWith("x-")))
    .map(([key, entry]) => [key, lean(entry, key === "properties" && !isNames)]);
  const schema = Object.fromEntries(kept);
  return !isNames && value.nullable === true ? { anyOf: [schema, { type: "null" }] } : schema;
}

const paths = {};
for (const [method, path] of OPERATIONS) {
  const operation = whole.paths[path]?.[method];
  if (operation === undefined) throw new Error(`${method} ${path} is not described in ${file}`);
  const responses = Object.entries(operation.responses).filter(([status]) => status.startsWith("2"));
  const { operationId, parameters = [], requestBody } = operation;
  const answers = responses.map(([status, { content }]) => [status, { content }]);
  paths[path] ??= {};
  paths[path][method] = lean(
    {
      operationId,
      parameters,
      ...(requestBody === undefined ? {} : { requestBody }),
      responses: Object.fromEntries(answers),
    },
    false,
  );
}

const components = {};
const waiting = [paths];
while (waiting.length > 0) {
  for (const [, kind, name] of JSON.stringify(waiting.pop()).matchAll(
    /"#\/components\/([a-z]+)\/([\w.-]+)"/gi,
  )) {
    components[kind] ??= {};
    if (Object.hasOwn(components[kind], name)) continue;
    components[kind][name] = lean(whole.components[kind][name], false);
    waiting.push(components[kind][name]);
  }
}

const slice = {
  "x-source": `Cut by scripts/slice-github-openapi.js out of @octokit/openapi ${whole.info.version}, licence MIT`,
  "x-licence": readFileSync(join(dirname(file), "LICENSE"), "utf8").trim(),
  paths,
  components,
};
const target = fileURLToPath(new URL("../test/fixtures/github-openapi.json", import.meta.url));
writeFileSync(target, `${JSON.stringify(slice)}\n`);
const count = Object.values(components).flatMap((kind) => Object.keys(kind)).length;
console.log(`${target}: ${OPERATIONS.length} operations, ${count} components`);
