import { isSourceLine } from "./source-line.ts";
import { fails, provesFailure, suggestsFailure, type Tool } from "./tool.ts";

const ACCESS =
  /"(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|CONNECT|TRACE) ([^"]{1,1200}) HTTP\/[\d.]{1,3}" (\d{3})\b/;
const DEV_SERVER =
  /^\s{0,4}(?:\[[^\]]{1,40}\] )?(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) (\/\S{0,400}) (\d{3})(?: in \d|$| - | [\d.]{1,10} ?ms)/;
const IGNORABLE = /favicon\.ico|robots\.txt|\.well-known|\.map\b|apple-touch-icon/;
const REASONS =
  "Bad Request|Unauthorized|Payment Required|Forbidden|Not Found|Method Not Allowed|Not Acceptable|Request Timeout|Conflict|Gone|Payload Too Large|Unsupported Media Type|Unprocessable (?:Entity|Content)|Too Many Requests|Internal Server Error|Not Implemented|Bad Gateway|Service (?:Temporarily )?Unavailable|Gateway Time-?out";

/** HTTP errors. In an access log, a refused request among successful ones is weak. */
export const httpErrors: Tool = {
  name: "http-errors",
  kind: "runtime",
  rules: [
    provesFailure(
      /Failed to load resource: (?<message>the server responded with a status of [45]\d\d.{0,100}|net::ERR_\w{1,60}.{0,60})/,
    ),
    fails(
      /\b(?<message>(?:Request failed with status code|request failed with status|responded with status|response status(?: code)?(?: is| was|:)?|failed with status(?: code)?|returned status(?: code)?|HTTP error!? status:?|unexpected status(?: code)?:?|status code:?|server returned|server responded with(?: status)?|HTTP request failed:?) \(?[45]\d\d\b.{0,200})/i,
      /^(?:\w{1,30}\.){0,8}(?<type>HTTPError|HttpErrorResponse|HTTPStatusError|HttpException|FetchError|AxiosError|APIError|APIStatusError): (?<message>.{1,300})/,
    ),
    provesFailure(/\b(?<message>[45]\d\d (?:Client|Server) Error: .{1,200} for url: .{1,200})/),
    fails(/^HTTP (?<message>[45]\d\d: .{1,200})$/),
    provesFailure("rails", /^Completed (?<message>5\d\d .{1,60}) in \d/),
    provesFailure("django", /^Internal Server Error: \/(?<message>\S{0,200})$/),
    provesFailure(/^(?<message>upstream connect error or disconnect.{0,200})/),
    fails(/^\{\s?"error":\s?\{\s?"code":\s?[45]\d\d\b.{0,200}/, /^\{.{0,300}"status":\s?"[45]\d\d"/),
    provesFailure(/^(?:< )?HTTP\/[\d.]{1,3} (?<message>5\d\d\b.{0,100})$/),
    fails(
      /^(?:< )?HTTP\/[\d.]{1,3} (?<message>4\d\d\b.{0,100})$/,
      new RegExp(
        `^(?:Error|ERROR|error|HTTP(?: Error)?|Status|Response|<title>|<h1>|E)?[: ]{0,3}(?<message>[45]\\d\\d[: -]{1,3}(?:${REASONS}))\\b`,
      ),
    ),
    suggestsFailure(new RegExp(`^(?:${REASONS})$`)),
    provesFailure(
      /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) https?:\/\/\S{1,400} (?<message>(?:net::ERR_\w{1,60}|[45]\d\d\b).{0,100})/,
    ),
    fails(
      /^\{\s?"(?:statusCode|status_code|status|code)":\s?"?[45]\d\d\b.{0,200}/,
      /^\{\s?"(?:timestamp|type|title|path)":.{1,400}"status":\s?[45]\d\d\b/,
      /^\s{0,8}"(?:status|statusCode|status_code)":\s?5\d\d,?$/,
    ),
    suggestsFailure(/^\s{0,8}"(?:status|statusCode|status_code)":\s?4\d\d,?$/),
    fails(
      /^\{\s?"(?:detail|message|error)":\s?"(?<message>(?:Internal [Ss]erver [Ee]rror|Not [Ff]ound|Unauthorized|Forbidden|Bad [Rr]equest|Method (?:\\".{1,10}\\" )?[Nn]ot [Aa]llowed|Service [Uu]navailable|Too [Mm]any [Rr]equests)[^"]{0,100})"/,
    ),
    suggestsFailure(/^\{\s?"error":\s?(?:\{|")(?<message>.{1,200})/),
    fails(
      /\bError code: (?<message>[45]\d\d - \{.{1,300})/,
      /\bnet::(?<type>ERR_(?!ABORTED)\w{3,60})\b/,
      /\bupstream (?<message>(?:prematurely closed|timed out|sent too big|sent invalid).{1,200})/,
    ),
    provesFailure(
      { error_type: "TypeError", language: "javascript" },
      /^(?:.{0,80}\s)?TypeError: (?<message>Failed to fetch|fetch failed|NetworkError when attempting to fetch resource\.?|Load failed)\b/,
    ),
  ],
  starts: [ACCESS, DEV_SERVER],
  createReader: (rules) => {
    let answered = 0;
    return {
      readLine: ({ text }, report) => {
        const request = ACCESS.exec(text);
        const dev = request === null ? DEV_SERVER.exec(text) : null;
        const status = Number(request?.[2] ?? dev?.[3]);
        const path = request?.[1] ?? dev?.[2];
        if (path !== undefined) {
          if (status < 400) answered += 1;
          else if (status < 600) {
            const refused = IGNORABLE.test(path) || (status < 500 && answered > 0);
            report.see({
              says: "runtime_error",
              weight: refused ? "weak" : "strong",
              facts: { error_message: `HTTP ${String(status)}` },
            });
          }
          return;
        }
        if (!isSourceLine(text)) rules.match(text, report);
      },
    };
  },
  hits: {
    "runtime_error strong": [
      '10.0.0.1 - - [10/Oct/2026:13:55:36 +0000] "GET /a HTTP/1.1" 200 512\n10.0.0.1 - - [x] "GET /pay HTTP/1.1" 500 12',
      'the API says INFO: 127.0.0.1:5 - "OPTIONS /pay HTTP/1.1" 405 Method Not Allowed',
      " POST /api/pay 500 in 31ms",
      "AxiosError: Request failed with status code 404",
      "500 Internal Server Error",
      '{"detail":"Internal server error"}',
      '{"type":"about:blank","title":"Bad","status":500}',
    ],
    "runtime_error weak": [
      '10.0.0.1 - - [10/Oct/2026:13:55:36 +0000] "GET /a HTTP/1.1" 200 512\n10.0.0.1 - - [10/Oct/2026:13:55:36 +0000] "GET /a HTTP/1.1" 200 512\n10.0.0.1 - - [x] "GET /b HTTP/1.1" 404 12',
    ],
    "runtime_error proof": [
      "Failed to load resource: the server responded with a status of 400 (Bad Request)",
      "404 Client Error: Not Found for url: https://api.example/pay",
      "HTTP/1.1 502 Bad Gateway",
      "TypeError: Failed to fetch",
    ],
  },
  misses: [
    '10.0.0.1 - - [10/Oct/2026:13:55:36 +0000] "GET /a HTTP/1.1" 200 512\n',
    "HTTP/2 200",
    "| 404 | Not Found | the basket is unknown |",
    '        "404": { "description": "Not Found" }',
    "  if (response.status === 404) throw new HttpError(404);",
    "✓ answers 404 Not Found for an unknown basket (3 ms)",
    ".error-404 { color: red; }",
  ],
};
