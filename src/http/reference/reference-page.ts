import { API_PREFIX } from "../api-prefix.ts";
import { allows, ROLES } from "../../core/access/permission.ts";
import type { Contract } from "../contract.ts";
import { PROBLEMS, type ProblemCode } from "../problem-codes.ts";
import type { Route } from "../route.ts";
import { problemsOf } from "../route-problems.ts";
import { bodyOf, curlExample, exampleRequest, type Operation } from "./curl-example.ts";
import { html, type Html, NOTHING, prose } from "./html.ts";
import { parameterRow, type Schema, schemaTable } from "./schema-table.ts";

interface ContractDocument {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** What the server answers outside the API. */
const BESIDE: readonly (readonly [address: string, what: string])[] = [
  ["/openapi.json", "This contract as OpenAPI 3.1, for generators of clients."],
  ["/mcp", "The Model Context Protocol over HTTP, for agents; uses the same tokens as the API."],
  ["/webhooks/github", "Receives GitHub's events, if `github.webhook_secret` is set."],
  ["/metrics", "For Prometheus; needs a token with the role reviewer or above."],
  ["/healthz, /readyz", "Liveness and readiness; no token needed."],
  ["/login", "Logs a browser in with the link printed in the terminal."],
];

/** The reference of the API as one page without scripts, made from the table of routes and its contract. */
export function referencePage(
  routes: readonly Route[],
  { document }: Pick<Contract, "document">,
  url: string,
): string {
  const { info, paths, components } = document as unknown as ContractDocument;
  const groups = [...Map.groupBy(routes, ({ tag }) => tag)];
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Emend API reference</title>
        <link rel="stylesheet" href="/docs/reference.css" />
      </head>
      <body>
        <a class="skip" href="#operations">Skip the contents</a>
        <header>
          <h1>Emend API reference</h1>
          <p>
            Version ${info.version}. As OpenAPI:
            <a href="/openapi.json">/openapi.json</a>.
          </p>
        </header>
        <nav aria-label="Contents">
          ${groups.map(([tag, each]) => contentsOf(tag, each))}
          <ul>
            <li><a href="#schemas">Named schemas</a></li>
            <li><a href="#problems">Problem codes</a></li>
            <li><a href="#beside">Beside the API</a></li>
          </ul>
        </nav>
        <main id="operations">
          ${beginnings(url)}
          ${groups.map(
            ([tag, each]) =>
              html`<section aria-labelledby="tag-${tag}">
                <h2 id="tag-${tag}">${tag}</h2>
                ${each.map((route) =>
                  operationOf(route, paths[`${API_PREFIX}${route.path}`]![route.method]!, components.schemas),
                )}
              </section>`,
          )}
          <section aria-labelledby="schemas">
            <h2 id="schemas">Named schemas</h2>
            ${Object.entries(components.schemas)
              .toSorted(([a], [b]) => (a < b ? -1 : 1))
              .map(
                ([name, schema]) =>
                  html`<h3 id="schema-${name}">${name}</h3>
                    ${
                      typeof schema["description"] === "string"
                        ? html`<p>${prose(schema["description"])}</p>`
                        : NOTHING
                    }
                    ${schemaTable(schema, `Fields of ${name}`)}`,
              )}
          </section>
          ${problemSection()} ${besideSection()}
        </main>
        <footer>
          <p>Emend ${info.version}</p>
        </footer>
      </body>
    </html> `;
  return page.markup;
}

const contentsOf = (tag: string, routes: readonly Route[]): Html =>
  html`<h2><a href="#tag-${tag}">${tag}</a></h2>
    <ul>
      ${routes.map(({ id, summary }) => html`<li><a href="#op-${id}">${summary}</a></li> `)}
    </ul>`;

const beginnings = (url: string): Html =>
  html`<section aria-labelledby="begin">
    <h2 id="begin">Getting started</h2>
    <p>
      Every request except the public ones needs a token, which an administrator creates with
      <code>emend tokens create</code>. Requests and responses are JSON in UTF-8. The examples take the
      server's address and the token from two shell variables:
    </p>
    <pre tabindex="0"><code>export EMEND_URL='${url.replaceAll("'", "")}'
export EMEND_TOKEN='emd_…'</code></pre>
    <ul>
      <li>
        Lists are paged: pass the <code>next</code> of one page as <code>after</code> to get the following
        one.
      </li>
      <li>An error is an RFC 9457 problem; its <code>code</code> is stable, its wording is not.</li>
      <li>
        With <code>Idempotency-Key</code> a repeated request is carried out once.
        <code>If-None-Match</code> avoids reading unchanged data, and <code>If-Match</code> avoids overwriting
        somebody else's change.
      </li>
      <li>
        A logged-in browser sends <code>x-emend-csrf</code> with every change; programs use tokens and do not
        need it.
      </li>
    </ul>
  </section>`;

function operationOf(route: Route, operation: Operation, components: Readonly<Record<string, Schema>>): Html {
  const { id, method, path, summary, description } = route;
  const body = bodyOf(operation);
  const example = curlExample(route, exampleRequest(route, operation, components));
  return html`<article aria-labelledby="op-${id}">
    <h3 id="op-${id}">${summary}</h3>
    <p class="call">
      <code><b>${method.toUpperCase()}</b> ${API_PREFIX}${path}</code>
    </p>
    <p class="who">${whoMay(route)}</p>
    ${description === undefined ? NOTHING : html`<p>${prose(description)}</p>`} ${parametersOf(operation, id)}
    ${
      body === undefined
        ? NOTHING
        : html`<h4>Body</h4>
            ${schemaTable(body, `Body of ${id}`)}`
    }
    ${answersOf(operation, id)}
    <h4>Errors</h4>
    <p>${problemsOf(route).map((code) => html`<a href="#problem-${code}">${code}</a> `)}</p>
    <h4>Example</h4>
    <pre tabindex="0"><code>${example}</code></pre>
  </article>`;
}

function whoMay({ permission, agent }: Route): string {
  if (permission === "public") return "No token needed.";
  const roles = ROLES.filter((role) => allows(role, permission));
  const own =
    agent !== undefined && roles.includes("agent") ? " An agent's token can only access its own agent." : "";
  return `Roles: ${roles.join(", ")} (permission ${permission}).${own}`;
}

function parametersOf({ parameters = [] }: Operation, id: string): Html {
  if (parameters.length === 0) return NOTHING;
  return html`<h4>Parameters</h4>
    <div class="table" role="region" aria-label="Parameters of ${id}" tabindex="0">
      <table>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">In</th>
            <th scope="col">Type</th>
            <th scope="col">Bounds</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>
          ${parameters.map((each) => parameterRow(each, each.schema))}
        </tbody>
      </table>
    </div>`;
}

const answersOf = ({ responses }: Operation, id: string): readonly Html[] =>
  Object.entries(responses)
    .filter(([status]) => Number(status) < 400)
    .map(([status, { description, content }]) => {
      const [type, told] = Object.entries(content ?? {})[0] ?? [];
      const media = type === undefined || type === "application/json" ? "" : `, ${type}`;
      return html`<h4>Answer ${status}</h4>
        <p>${description}${media}</p>
        ${told === undefined ? NOTHING : schemaTable(told.schema, `Answer ${status} of ${id}`)}`;
    });

const problemSection = (): Html =>
  html`<section aria-labelledby="problems">
    <h2 id="problems">Problem codes</h2>
    <div class="table" role="region" aria-label="Problem codes" tabindex="0">
      <table>
        <thead>
          <tr>
            <th scope="col">Code</th>
            <th scope="col">Status</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>
          ${(Object.keys(PROBLEMS) as ProblemCode[]).map(
            (code) =>
              html`<tr id="problem-${code}">
                <th scope="row"><code>${code}</code></th>
                <td>${PROBLEMS[code].status}</td>
                <td>${PROBLEMS[code].title}</td>
              </tr> `,
          )}
        </tbody>
      </table>
    </div>
  </section>`;

const besideSection = (): Html =>
  html`<section aria-labelledby="beside">
    <h2 id="beside">Beside the API</h2>
    <ul>
      ${BESIDE.map(([address, what]) => html`<li><code>${address}</code>: ${prose(what)}</li> `)}
    </ul>
  </section>`;
