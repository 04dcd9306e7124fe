import type { Hono } from "hono";
import { html } from "./html.ts";
import type { HttpVariables } from "./http-context.ts";
import { contentTag } from "./route.ts";
import { sendText } from "./send-file.ts";

export const LOGIN_STYLE_PATH = "/login/page.css";

/** In the app's colours. */
const LOGIN_STYLE = `:root {
  color-scheme: light dark;
  --page: light-dark(#fbf9f4, #151920);
  --ink: light-dark(#211d18, #ece6da);
  --edge: light-dark(#8b8273, #757d8b);
}
body {
  max-width: 34rem;
  margin: 0 auto;
  padding: 10vh 1rem;
  background: var(--page);
  color: var(--ink);
  font: 1rem/1.5 "Inter Variable", Inter, system-ui, sans-serif;
}
h1 { font: 600 1.75rem/1.3 "Source Serif 4 Variable", "Source Serif 4", Charter, Georgia, serif; }
button {
  min-height: 2.5rem;
  padding: 0.25rem 1rem;
  font: inherit;
  color: var(--page);
  background: var(--ink);
  border: 1px solid var(--ink);
  border-radius: 3px;
  cursor: pointer;
}
button:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
`;

/** The page behind a login link. Its button keeps chat previews and mail scanners from using up the link. */
export const loginPage = (link: string): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>Log in to Emend</title>
        <link rel="stylesheet" href="${LOGIN_STYLE_PATH}" />
      </head>
      <body>
        <main>
          <h1>Log in to Emend</h1>
          <p>This link logs one browser in, once. It works for 10 minutes after it was made.</p>
          <form method="post" action="/login">
            <input type="hidden" name="link" value="${link}" />
            <button type="submit" autofocus>Log in</button>
          </form>
        </main>
      </body>
    </html>`.markup;

export function addLoginStyle(app: Hono<HttpVariables>): void {
  const style = { text: LOGIN_STYLE, tag: contentTag(LOGIN_STYLE) };
  app.get(LOGIN_STYLE_PATH, (c) => sendText(c, style, "text/css; charset=utf-8"));
}
