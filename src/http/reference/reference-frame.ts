import { html, type Html } from "./html.ts";

/** The longest search that is answered. */
export const MAX_SEARCH = 200;

/** A whole page of the reference. */
export const referenceFrame = (title: string, body: Html): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="stylesheet" href="/docs/reference.css" />
      </head>
      <body>
        ${body}
      </body>
    </html> `.markup;

/** The way back to the app, the heading and the search. */
export const referenceHeader = (search: string): Html =>
  html`<header>
    <p class="back"><a href="/" aria-label="Emend, back to the app">emend</a></p>
    <h1><a href="/docs">API reference</a></h1>
    <form action="/docs" method="get" role="search">
      <label for="q">Search</label>
      <input id="q" name="q" type="search" maxlength="${MAX_SEARCH}" value="${search}" />
      <button type="submit">Search</button>
    </form>
  </header>`;
