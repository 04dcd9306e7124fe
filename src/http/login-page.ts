import { html } from "./reference/html.ts";

/**
 * What a login link shows. Programs that look at links (chat previews, mail scanners, HEAD requests) must not use it up, so
 * a person presses the button. It needs no script.
 */
export const loginPage = (link: string): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>Log in to Emend</title>
        <link rel="stylesheet" href="/docs/reference.css" />
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
