import { applyRules, type LineRule } from "./runtime-rules.ts";
import type { LineReader, Recogniser } from "./recogniser.ts";
import { isSourceLine } from "./source-line.ts";

const ACCESS =
  /"(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|CONNECT|TRACE) ([^"]{1,1200}) HTTP\/[\d.]{1,3}" (\d{3})\b/;
const DEV_SERVER =
  /^\s{0,4}(?:\[[^\]]{1,40}\] )?(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) (\/\S{0,400}) (\d{3})(?: in \d|$| - | [\d.]{1,10} ?ms)/;
const IGNORABLE = /favicon\.ico|robots\.txt|\.well-known|\.map\b|apple-touch-icon/;
const REASONS =
  "Bad Request|Unauthorized|Payment Required|Forbidden|Not Found|Method Not Allowed|Not Acceptable|Request Timeout|Conflict|Gone|Payload Too Large|Unsupported Media Type|Unprocessable (?:Entity|Content)|Too Many Requests|Internal Server Error|Not Implemented|Bad Gateway|Service (?:Temporarily )?Unavailable|Gateway Time-?out";

const RULES: readonly LineRule[] = [
  {
    pattern:
      /Failed to load resource: (?<message>the server responded with a status of [45]\d\d.{0,100}|net::ERR_\w{1,60}.{0,60})/,
    weight: "proof",
  },
  {
    pattern:
      /\b(?<message>(?:Request failed with status code|request failed with status|responded with status|response status(?: code)?(?: is| was|:)?|failed with status(?: code)?|returned status(?: code)?|HTTP error!? status:?|unexpected status(?: code)?:?|status code:?|server returned|server responded with(?: status)?|HTTP request failed:?) \(?[45]\d\d\b.{0,200})/i,
  },
  {
    pattern:
      /^(?:\w{1,30}\.){0,8}(?<type>HTTPError|HttpErrorResponse|HTTPStatusError|HttpException|FetchError|AxiosError|APIError|APIStatusError): (?<message>.{1,300})/,
  },
  { pattern: /\b(?<message>[45]\d\d (?:Client|Server) Error: .{1,200} for url: .{1,200})/, weight: "proof" },
  { pattern: /^HTTP (?<message>[45]\d\d: .{1,200})$/ },
  { pattern: /^Completed (?<message>5\d\d .{1,60}) in \d/, weight: "proof", facts: { framework: "rails" } },
  {
    pattern: /^Internal Server Error: \/(?<message>\S{0,200})$/,
    weight: "proof",
    facts: { framework: "django" },
  },
  { pattern: /^(?<message>upstream connect error or disconnect.{0,200})/, weight: "proof" },
  { pattern: /^\{\s?"error":\s?\{\s?"code":\s?[45]\d\d\b.{0,200}/ },
  { pattern: /^\{.{0,300}"status":\s?"[45]\d\d"/ },
  { pattern: /^(?:< )?HTTP\/[\d.]{1,3} (?<message>5\d\d\b.{0,100})$/, weight: "proof" },
  { pattern: /^(?:< )?HTTP\/[\d.]{1,3} (?<message>4\d\d\b.{0,100})$/ },
  {
    pattern: new RegExp(
      `^(?:Error|ERROR|error|HTTP(?: Error)?|Status|Response|<title>|<h1>|E)?[: ]{0,3}(?<message>[45]\\d\\d[: -]{1,3}(?:${REASONS}))\\b`,
    ),
  },
  { pattern: new RegExp(`^(?:${REASONS})$`), weight: "weak" },
  {
    pattern:
      /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) https?:\/\/\S{1,400} (?<message>(?:net::ERR_\w{1,60}|[45]\d\d\b).{0,100})/,
    weight: "proof",
  },
  { pattern: /^\{\s?"(?:statusCode|status_code|status|code)":\s?"?[45]\d\d\b.{0,200}/ },
  { pattern: /^\{\s?"(?:timestamp|type|title|path)":.{1,400}"status":\s?[45]\d\d\b/ },
  { pattern: /^\s{0,8}"(?:status|statusCode|status_code)":\s?5\d\d,?$/ },
  { pattern: /^\s{0,8}"(?:status|statusCode|status_code)":\s?4\d\d,?$/, weight: "weak" },
  {
    pattern:
      /^\{\s?"(?:detail|message|error)":\s?"(?<message>(?:Internal [Ss]erver [Ee]rror|Not [Ff]ound|Unauthorized|Forbidden|Bad [Rr]equest|Method (?:\\".{1,10}\\" )?[Nn]ot [Aa]llowed|Service [Uu]navailable|Too [Mm]any [Rr]equests)[^"]{0,100})"/,
  },
  { pattern: /^\{\s?"error":\s?(?:\{|")(?<message>.{1,200})/, weight: "weak" },
  { pattern: /\bError code: (?<message>[45]\d\d - \{.{1,300})/, weight: "strong" },
  { pattern: /\bnet::(?<type>ERR_(?!ABORTED)\w{3,60})\b/ },
  { pattern: /\bupstream (?<message>(?:prematurely closed|timed out|sent too big|sent invalid).{1,200})/ },
  {
    pattern:
      /^(?:.{0,80}\s)?TypeError: (?<message>Failed to fetch|fetch failed|NetworkError when attempting to fetch resource\.?|Load failed)\b/,
    weight: "proof",
    facts: { error_type: "TypeError", language: "javascript" },
  },
];

/** HTTP responses reported as the problem; in an access log one refused request among good ones is only weak. */
export const httpErrors: Recogniser = {
  name: "http-errors",
  triggers: [
    'http/1.0" ',
    'http/1.1" ',
    'http/2.0" ',
    'http/2" ',
    "http/",
    "get /",
    "post /",
    "put /",
    "patch /",
    "delete /",
    "options /",
    "failed to load resource",
    "status code",
    "with status",
    "status of",
    "response status",
    "returned status",
    "! status",
    "unexpected status",
    '"status',
    "status: ",
    "httperror",
    "http error",
    "apierror",
    "fetcherror",
    "axioserror",
    "httpexception",
    "server error",
    "client error",
    "bad request",
    "unauthorized",
    "forbidden",
    "not found",
    "not allowed",
    "internal server",
    "bad gateway",
    "unavailable",
    "gateway time",
    "too many requests",
    "unprocessable",
    "conflict",
    "timeout",
    "error code: ",
    "net::err",
    "upstream",
    "failed to fetch",
    "fetch failed",
    "networkerror",
    "load failed",
    '{"error"',
    '{ "error"',
    "server returned",
    "http 4",
    "http 5",
    "server responded",
    "request failed",
  ],
  createReader: (): LineReader => {
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
        if (!isSourceLine(text)) applyRules(RULES, text, report);
      },
    };
  },
};
