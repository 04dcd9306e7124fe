import { API_PREFIX } from "../api-prefix.ts";
import { PROBLEMS } from "../problem-codes.ts";
import { problemsOf } from "../route-problems.ts";
import type { Route } from "../route.ts";
import { html, type Html } from "./html.ts";
import { MAX_SEARCH, referenceFrame, referenceHeader } from "./reference-frame.ts";

/** The operations and problem codes that contain every word of a search, those that are named after it first. */
export function searchPage(routes: readonly Route[], search: string): string {
  const asked = search.slice(0, MAX_SEARCH).trim();
  const words = asked.toLowerCase().split(/\s+/);
  const has = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word));
  const named = routes.filter(({ id, summary, path, tag }) => has(`${id} ${summary} ${path} ${tag}`));
  const mentioned = routes.filter(
    (route) =>
      !named.includes(route) &&
      has(`${route.summary} ${route.description ?? ""} ${problemsOf(route).join(" ")}`),
  );
  const codes = Object.entries(PROBLEMS).filter(([code, { title }]) => has(`${code} ${title}`));
  const found = [...named, ...mentioned];
  return referenceFrame(
    `${asked} · Emend API reference`,
    html`${referenceHeader(asked)}
      <main>
        <p role="status">${summaryOf(found.length, codes.length, asked)}</p>
        <ul class="found">
          ${found.map(foundOperation)}
        </ul>
        ${codes.length === 0 ? "" : html`<h2>Problem codes</h2>`}
        <ul class="found">
          ${codes.map(
            ([code, { status, title }]) =>
              html`<li>
                <a href="/docs#problem-codes"><code>${code}</code></a> ${status}, ${title}
              </li> `,
          )}
        </ul>
      </main>`,
  );
}

const summaryOf = (operations: number, codes: number, asked: string): Html =>
  operations + codes === 0
    ? html`Nothing in the reference contains “${asked}”. <a href="/docs">Show everything</a>`
    : html`${operations} ${operations === 1 ? "operation" : "operations"} for “${asked}”.
        <a href="/docs">Show everything</a>`;

const foundOperation = ({ id, method, path, summary }: Route): Html =>
  html`<li>
    <a href="/docs#op-${id}">${summary}</a>
    <code>${method.toUpperCase()} ${API_PREFIX}${path}</code>
  </li>`;
