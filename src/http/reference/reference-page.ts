import { API_PREFIX } from "../api-prefix.ts";
import type { Contract } from "../contract.ts";
import type { Route } from "../route.ts";
import type { Operation } from "./curl-example.ts";
import { html, type Html, prose } from "./html.ts";
import {
  appendixBlocks,
  type Block,
  type ContractDocument,
  operationBlocks,
  COMMON_PROBLEMS,
  permissionText,
} from "./reference-blocks.ts";
import { referenceFrame, referenceHeader } from "./reference-frame.ts";
import { anchor, type Schema } from "./schema-fields.ts";

/** Paths outside the API. */
const OTHER_PATHS: readonly (readonly [address: string, what: string])[] = [
  ["/openapi.json", "This contract as OpenAPI 3.1, for generators of clients."],
  ["/mcp", "The Model Context Protocol over HTTP, for agents; uses the same tokens as the API."],
  ["/webhooks/github", "Receives GitHub's events, if `github.webhook_secret` is set."],
  ["/metrics", "For Prometheus; needs a token with the role reviewer or above."],
  ["/healthz, /readyz", "Liveness and readiness; no token needed."],
  ["/login", "Logs a browser in with the link printed in the terminal."],
];

/** The API reference as one page without scripts. */
export function referencePage(
  routes: readonly Route[],
  { document }: Pick<Contract, "document">,
  url: string,
): string {
  const { info, paths, components } = document as unknown as ContractDocument;
  const groups = [...Map.groupBy(routes, ({ tag }) => tag)];
  return referenceFrame(
    "Emend API reference",
    html`<a class="skip" href="#operations">Skip the contents</a>
      ${referenceHeader("")}
      <nav aria-label="Contents">
        ${groups.map(([tag, each]) => renderContents(tag, each))}
        <ul>
          <li><a href="#named-schemas">Named schemas</a></li>
          <li><a href="#problem-codes">Problem codes</a></li>
          <li><a href="#beside">Beside the API</a></li>
        </ul>
      </nav>
      <main id="operations">
        ${gettingStarted(url)}
        ${groups.map(
          ([tag, each]) =>
            html`<section aria-labelledby="tag-${tag}">
              <h2 id="tag-${tag}">${tag}</h2>
              ${each.map((route) =>
                renderOperation(
                  route,
                  paths[`${API_PREFIX}${route.path}`]![route.method]!,
                  components.schemas,
                ),
              )}
            </section>`,
        )}
        ${appendixBlocks(components.schemas).map(renderBlock)} ${otherPathsSection()}
      </main>
      <footer>
        <p>
          Emend ${info.version}. As OpenAPI:
          <a href="/openapi.json">/openapi.json</a>.
        </p>
      </footer>`,
  );
}

const renderContents = (tag: string, routes: readonly Route[]): Html =>
  html`<h2><a href="#tag-${tag}">${tag}</a></h2>
    <ul>
      ${routes.map(({ id, summary }) => html`<li><a href="#op-${id}">${summary}</a></li> `)}
    </ul>`;

const gettingStarted = (url: string): Html =>
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
        Any request can fail with
        ${[...COMMON_PROBLEMS].map((each, at) => html`${at === 0 ? "" : ", "}<a href="#problem-codes">${each}</a>`)}.
      </li>
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

function renderOperation(
  route: Route,
  operation: Operation,
  components: Readonly<Record<string, Schema>>,
): Html {
  const { id, method, path, summary } = route;
  return html`<article aria-labelledby="op-${id}">
    <h3 id="op-${id}">${summary}</h3>
    <p class="call">
      <code><b>${method.toUpperCase()}</b> ${API_PREFIX}${path}</code>
    </p>
    <p class="who">${permissionText(route)}</p>
    ${operationBlocks(route, operation, components).map(renderBlock)}
  </article>`;
}

function renderBlock(block: Block): Html {
  switch (block.kind) {
    case "heading":
      return renderHeading(block.level, block.text);
    case "text":
      return html`<p>${prose(block.text)}</p>`;
    case "code":
      return html`<pre tabindex="0"><code>${block.text}</code></pre>`;
    case "table":
      return html`<div class="table" role="region" aria-label="${block.title}" tabindex="0">
        <table>
          <thead>
            <tr>
              ${block.head.map((each) => html`<th scope="col">${each}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${block.rows.map(
              ([name = "", ...cells]) =>
                html`<tr>
                  <th scope="row">${prose(name)}</th>
                  ${cells.map((cell) => html`<td>${prose(cell)}</td>`)}
                </tr>`,
            )}
          </tbody>
        </table>
      </div>`;
  }
}

/** Headings inside operations repeat, so they have no id. */
function renderHeading(level: 2 | 3 | 4, text: string): Html {
  if (level === 4) return html`<h4>${text}</h4>`;
  return level === 3
    ? html`<h3 id="${anchor(text)}">${text}</h3>`
    : html`<h2 id="${anchor(text)}">${text}</h2>`;
}

const otherPathsSection = (): Html =>
  html`<section aria-labelledby="beside">
    <h2 id="beside">Beside the API</h2>
    <ul>
      ${OTHER_PATHS.map(([address, what]) => html`<li><code>${address}</code>: ${prose(what)}</li> `)}
    </ul>
  </section>`;
