import { anyOf } from "./any-of.ts";
import { applyRules, groupFacts, type LineRule } from "./runtime-rules.ts";
import type { LineReader, Recogniser, Report } from "./recogniser.ts";
import { isSourceLine } from "./source-line.ts";

const COMMANDS =
  "ls|cat|head|tail|cp|mv|rm|mkdir|rmdir|ln|chmod|chown|touch|stat|du|df|cut|sort|uniq|wc|tr|sed|gsed|awk|gawk|mawk|grep|egrep|ugrep|rg|fd|bfs|xargs|diff|patch|tar|unzip|zip|gzip|gunzip|rsync|scp|ssh|sftp|ssh-keygen|wget|curl|jq|yq|env|sudo|su|kill|pkill|ps|mount|umount|nc|ping|dig|openssl|gpg|git|hg|svn|gh|go|perl|node|ruby|java|bash|sh|zsh|dash|ksh|cd|source|exec|tee|mktemp|realpath|readlink|basename|dirname|date|seq|printf|test|expr|bc|make|systemctl|service|journalctl|crontab|tmux|screen|xcrun|xcodebuild|brew|launchctl|defaults|adb|ffmpeg|convert|pandoc|sqlite3|nginx|apachectl|dd|file|od|xxd|base64|md5sum|sha256sum|comm|join|split|nl|paste|less|more|vim|nano|open|pbcopy|install|id|useradd|usermod|groupadd|passwd|ip|ifconfig|iptables|nmap|lsof|strace|gdb|lldb|tree|watch|nohup|timeout|time|nice|column|stty|locale|python3?|pip3?|bat|fzf|direnv|mise|asdf|nvm|pyenv|rbenv|uv|poetry|aws|gcloud|az";
const ERRNO =
  "No such file or directory|Permission denied|Is a directory|Not a directory|Operation not permitted|File exists|No space left on device|Read-only file system|Device or resource busy|Too many open files|Connection refused|Connection timed out|Connection reset by peer|Name or service not known|Temporary failure in name resolution|nodename nor servname provided, or not known|No route to host|Network is unreachable|Broken pipe|Cannot allocate memory|Input/output error|Invalid argument|Argument list too long|Text file busy|Exec format error|Directory not empty|Address already in use|Host is down|Operation timed out|Bad file descriptor|Disk quota exceeded|Not enough space|Invalid cross-device link|Resource temporarily unavailable|cannot execute binary file|bad interpreter|required file not found|Undefined error: 0|Function not implemented|Protocol not available|Operation not supported|Illegal seek|File name too long|Too many levels of symbolic links|Transport endpoint is not connected|Stale file handle";

const EXITS: readonly RegExp[] = [
  /^(?:\[?(?:exit|return|error)[ _-]?(?:code|status)?\]?|exitcode|returncode|rc|errorlevel)(?: is)?\s{0,2}[:=]\s{0,2}(?<exit>-?\d{1,10})\b(?!\.\d)/i,
  /^Exit code (?<exit>-?\d{1,10})\b/i,
  /^exit (?:status|code) (?<exit>\d{1,3})$/i,
  /^[([<]exit(?: code| status)?[:=]? ?(?<exit>-?\d{1,10})[)\]>]$/i,
  /^(?:[\w. /-]{1,40} )?exit(?: code| status)?[:=] ?(?<exit>-?\d{1,10})$/i,
  /\b(?:exited|completed|finished|failed|terminated|ended|stopped|quit|returned|aborted|died)(?: unexpectedly)?(?: with| on)?(?: an?)?(?: non-zero| nonzero)? (?:exit |error |return )?(?:code|status)(?: code)?[:=]? ?[('"[]?(?<exit>-?\d{1,10})\b/i,
  /\b(?:exited|failed):? (?:with )?\(?(?<exit>[1-9]\d{0,2})\)?\.?$/i,
  /\breturned non-zero exit status (?<exit>-?\d{1,10})\b/i,
  /\b(?:non-zero|nonzero) exit (?:code|status):? ?\(?(?<exit>-?\d{1,10})\b/i,
  /^(?:Error|ERROR|error|failure): .{0,300}\bexit (?:code|status):? (?<exit>-?\d{1,10})\b/,
  /\bProcess (?:completed|exited|finished) with exit code (?<exit>-?\d{1,10})\b/i,
  /\bfailed:? (?:with )?\(?exit (?:code|status):? (?<exit>\d{1,10})\b/i,
  /"exit_?code":\s{0,2}(?<exit>-?\d{1,10})\b/i,
  /^<(?:returncode|exit_code|exitcode)>(?<exit>-?\d{1,10})<\//i,
];
const HYPOTHETICAL = /\b(?:if|when|unless|should|must|would|expects?|whether|ensure|returns?|e\.g\.)\b/i;

const RULES: readonly LineRule[] = [
  {
    pattern:
      /^(?:\(eval\)|[\w./~-]{1,200})(?::\w{1,20})?(?::\d{1,6})?: command not found: (?<message>\S{1,100})$/,
    weight: "proof",
    facts: { error_type: "command not found" },
  },
  {
    pattern:
      /^(?:-?[\w./~-]{1,200}: )?(?:line \d{1,6}: |\d{1,6}: )?(?<message>[^\s:]{1,120}): command not found(?:\.{3})?$/,
    weight: "proof",
    facts: { error_type: "command not found" },
  },
  {
    pattern:
      /^(?:-?[\w./~-]{0,100}sh|\/[\w./~-]{1,200}|\.\/[\w./~-]{1,200}): (?:line \d{1,6}: |\d{1,6}: )?(?<message>[^\s:]{1,120}): not found$/,
    weight: "proof",
    facts: { error_type: "command not found" },
  },
  {
    pattern: /^fish: (?:Unknown command:? ?|No command )(?<message>.{1,120})$/,
    weight: "proof",
    facts: { error_type: "command not found" },
  },
  {
    pattern: /^'(?<message>[^']{1,200})' is not recognized as an internal or external command/,
    weight: "proof",
    facts: { error_type: "command not found" },
  },
  {
    pattern: /^(?:[^:]{1,100} ?: )?The term '(?<message>[^']{1,200})' is not recognized as (?:the|a) name of/,
    weight: "proof",
    facts: { error_type: "command not found" },
  },
  {
    pattern: /^Command '(?<message>[^']{1,100})' not found,/,
    weight: "proof",
    facts: { error_type: "command not found" },
  },
  {
    pattern: /\bexec: "(?<message>[^"]{1,200})": (?:executable file not found in|no such file)/,
    weight: "proof",
    facts: { error_type: "command not found" },
  },
  {
    pattern:
      /^(?:find|grep|egrep|rg|du|bfs|tree): .{1,400}: (?:Permission denied|Operation not permitted|Is a directory)$/i,
    weight: "weak",
  },
  { pattern: /^curl: \((?<exit>\d{1,3})\) (?<message>.{1,300})$/, weight: "proof" },
  { pattern: /^ssh: (?<message>.{1,300})$/ },
  { pattern: /^(?:\S{1,100}@)?[\w.-]{1,100}: (?<message>Permission denied \([\w,-]{1,80}\)\.?)$/ },
  {
    pattern:
      /^(?<message>Host key verification failed\.|lost connection|kex_exchange_identification: .{1,200})$/,
  },
  {
    pattern: new RegExp(
      `^\\(?[\\w./+~-]{1,200}\\)?(?::\\w{1,20})?(?::\\d{1,6})?: (?<message>(?:.{0,800}: )?(?:${ERRNO}))(?:\\.|: \\S{1,300})?$`,
      "i",
    ),
  },
  {
    pattern: new RegExp(
      `^(?:${COMMANDS}): (?<message>.{0,300}\\b(?:cannot|can't|can not|could not|couldn't|unable|failed|errors?|invalid|illegal|missing|not found|no such|denied|unknown|unrecognized|unrecognised|bad|requires?|must|unexpected|unterminated|undefined|too (?:many|few)|refused|timed out|does not|doesn't|not a|not an|no (?:input|matches|manual|route)|ambiguous|usage)\\b.{0,300})`,
      "i",
    ),
  },
  { pattern: new RegExp(`^[^"'\`={}<>|]{1,300}: (?<message>${ERRNO})\\.?$`, "i") },
  { pattern: /^(?:[\w./-]{1,60}: )?(?<message>non-?zero exit(?: code| status)?)[.:]?$/i },
  { pattern: /^\[Errno \d{1,3}\] (?<message>.{1,300})$/ },
  { pattern: /^(?:g?make|ninja)(?:\[\d{1,3}\])?: \*{3} (?<message>.{1,300})$/ },
  { pattern: /^remote: (?<message>Support for password authentication was removed.{0,100})/ },
  { pattern: /^hint: (?<message>Updates were rejected because.{0,200})/ },
  {
    pattern:
      /^(?:exec|standard_init_linux\.go:\d{1,5}:) .{0,200}(?<message>exec format error|no such file or directory|permission denied)$/,
  },
  { pattern: /^fatal: (?<message>\S.{0,600})$/ },
  {
    pattern:
      /^error: (?<message>(?:failed to push|pathspec|Your local changes|The following untracked|cannot |could not (?!compile|find native)|unable to|src refspec|patch failed|patch does not apply|insufficient|corrupt|RPC failed|remote|no such|you need to resolve|Pulling is not possible|Merging is not possible|Committing is not possible|cherry-pick|could not apply|unknown (?:option|switch|command|argument|flag)|unrecognized|unexpected argument|invalid (?:value|option|argument|object|path)|the following (?:required )?arguments|missing (?:required )?|a value is required|required option|too many arguments|connect |open |Failed ).{0,400})$/i,
  },
  {
    pattern: /^(?:CONFLICT \(.{1,30}\): (?<message>.{1,300})|Automatic merge failed; .{1,100})$/,
    facts: { error_type: "merge conflict" },
  },
  { pattern: /^ ! \[(?:remote )?rejected\] {1,20}(?<message>.{1,300})$/ },
  { pattern: /^remote: (?:error|fatal|Permission|Repository not found|Invalid)(?<message>.{0,300})$/i },
  {
    pattern:
      /^[\w./-]{1,100}: (?:line \d{1,6}: |\d{1,6}: )?(?<message>(?:[Ss]yntax error(?: near|:| at)?|unexpected EOF while|[\w[\]{}]{1,60}: (?:unbound variable|parameter not set|bad substitution)|parse error near|bad substitution|conditional binary operator).{0,200})$/,
  },
  {
    pattern:
      /^(?:zsh|\(eval\)|[\w./~-]{1,100}):(?:\d{1,6}: )? ?(?<message>(?:no matches found: |parse error near|unmatched |bad pattern: |no such (?:file|option)|not an identifier|bad math expression|event not found|unknown file attribute|number expected|read-only variable|permission denied).{0,200})$/,
  },
  {
    pattern:
      /^[\w./-]{1,60}: (?<message>(?:illegal|invalid|unrecognized|unrecognised|unknown|ambiguous) (?:option|argument|command|flag|switch|subcommand|predicate|primary).{0,200})$/i,
  },
  {
    pattern:
      /^(?<message>(?:unknown (?:command|flag|shorthand flag|option|subcommand|argument)|accepts (?:at most |at least |between |)\d.{0,40}arg\(s\), received|requires (?:at least |at most |exactly )\d+ arg|required flag\(s\)|unrecognized (?:arguments?|option)|flag provided but not defined|flag needs an argument|invalid argument ").{0,200})$/i,
  },
  {
    pattern:
      /^(?!(?:.{0,40}(?:cc|ld|clang|\+\+|gcc|rustc|cc1\w{0,6}|collect2|link|tsc|mypy|ninja))(?:\.exe)?: )[A-Za-z][\w.-]{0,60}(?: [a-z][\w-]{0,30}){0,2}: error: (?<message>.{1,400})$/,
  },
  { pattern: /^(?:Error: |error: )?(?<message>Command failed(?:: | with | after |\. ).{0,300})$/i },
  {
    pattern:
      /^(?:Error: |ERROR: |error: )?(?<message>(?:The )?(?:command|process|operation|request|connection|job|task|step|query|script|execution|build step|session|read|write|handshake|download|upload|deployment|health ?check|tool call|call|run|wait|program|server|client|worker|upstream|navigation|page|lock|transaction)\b.{0,120}? (?:has )?(?:timed out|timeout after)\b.{0,200})$/i,
  },
  {
    pattern:
      /\b(?<message>timed out after \d[\d.,]{0,10} ?(?:ms|milliseconds|m|s|secs?|seconds?|mins?|minutes?|h|hours?)\b.{0,200})/i,
  },
  { pattern: /(?:^|: )(?<message>context deadline exceeded\b.{0,200})/ },
  {
    pattern:
      /(?:^|[\s:])(?:(?:connect|listen|bind|getaddrinfo|open|read|write|spawn|scandir|mkdir|rmdir|unlink|rename|stat|lstat|access|watch|copyfile|syscall) )?(?<type>(?:ECONNREFUSED|ENOTFOUND|ETIMEDOUT|ECONNRESET|EADDRINUSE|EACCES|ENOENT|EPERM|ENOSPC|EMFILE|EAI_AGAIN|EPIPE|ENOTDIR|EISDIR|EEXIST|ENOTEMPTY|EROFS)): (?<message>.{1,300})$/,
  },
  {
    pattern:
      /\b(?:connect|listen|bind|getaddrinfo|read|write|spawn \S{1,100}) (?<type>ECONNREFUSED|ENOTFOUND|ETIMEDOUT|ECONNRESET|EADDRINUSE|EACCES|ENOENT|EAI_AGAIN|EPIPE|EHOSTUNREACH)\b(?<message>.{0,200})$/,
  },
  {
    pattern:
      /\b(?<message>dial (?:tcp|udp|unix)\b.{1,200}(?:connection refused|i\/o timeout|no such host|no route to host|no such file or directory|network is unreachable))/,
  },
  {
    pattern:
      /\bfailed: (?<message>(?:Connection refused|Connection timed out|Name or service not known|Temporary failure in name resolution)\.?)$/,
  },
  { pattern: /^(?:--\d{4}.{1,40}--|.{0,60}) ?ERROR (?<message>\d{3}: .{1,80}\.)$/ },
  {
    pattern: /^\s{1,8}\+ (?:CategoryInfo|FullyQualifiedErrorId) {1,12}: (?<message>.{1,300})$/,
    weight: "proof",
  },
  { pattern: /^At (?:line:|[A-Z]:\\.{1,300}:)(?<line>\d{1,7}) char:\d{1,5}$/, weight: "proof" },
  {
    pattern:
      /^(?<message>The system cannot find the (?:path|file|drive) specified\.|Access is denied\.|The process cannot access the file because .{1,100}|The filename, directory name, or volume label syntax is incorrect\.|The syntax of the command is incorrect\.|Could Not Find [A-Z]:\\.{1,200})$/,
  },
  {
    pattern:
      /^(?<message>(?:No such file or directory|Permission denied|Connection refused|Operation not permitted|Connection reset by peer|No space left on device|Operation timed out|Connection timed out)\.?)$/,
  },
];

/** Shells and the commands they run: exit statuses settle it, a command's own complaint is strong. */
export const shell: Recogniser = {
  name: "shell",
  triggers: [
    "exit",
    "returncode",
    "rc=",
    "errorlevel",
    "with code",
    "with status",
    "status code",
    "return code",
    "non-zero",
    "not found",
    "not recognized",
    "unknown command",
    "no command",
    "no such",
    "denied",
    "directory",
    "not permitted",
    "file exists",
    "no space",
    "read-only",
    "busy",
    "too many",
    "too few",
    "refused",
    "timed out",
    "reset by",
    "not known",
    "resolution",
    "unreachable",
    "no route",
    "broken pipe",
    "allocate",
    "invalid",
    "illegal",
    "too long",
    "exec format",
    "in use",
    "unknown",
    "unrecogni",
    "unable",
    "failed",
    "error",
    "cannot",
    "can't",
    "can not",
    "could",
    "missing",
    "bad ",
    "requires",
    "must",
    "unexpected",
    "unterminated",
    "undefined",
    "does not",
    "doesn't",
    "not a",
    "no matches",
    "no input",
    "ambiguous",
    "fatal: ",
    "curl: (",
    "ssh: ",
    "lost connection",
    "kex_exchange",
    "conflict (",
    "rejected]",
    "remote: ",
    "unbound variable",
    "parameter not set",
    "unmatched",
    "identifier",
    "accepts ",
    "arg(s)",
    "flag",
    "deadline",
    "dial ",
    "econn",
    "enotfound",
    "etimedout",
    "eaddrinuse",
    "eacces",
    "enoent",
    "eperm",
    "enospc",
    "emfile",
    "eai_again",
    "categoryinfo",
    "fullyqualified",
    "char:",
    "syntax",
    "interpreter",
    "quota",
    "not supported",
    "not implemented",
    "stale file",
    "not connected",
    "verification failed",
    "usage",
    "cancel",
    "timeout",
    "no rule",
    "were rejected",
    "[errno",
    "***",
  ],
  createReader: (): LineReader => ({
    readLine: ({ text }, report) => {
      if (text.length > 1_000 || isSourceLine(text)) return;
      if (readExit(text, report)) return;
      applyRules(RULES, text, report);
    },
  }),
};

const namesExit = anyOf(EXITS);

function readExit(text: string, report: Report): boolean {
  if (!/exit|code|status|returned|rc|errorlevel/i.test(text) || !namesExit(text)) return false;
  for (const pattern of EXITS) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const facts = groupFacts(match.groups);
    const code = facts.exit_code;
    if (code === undefined || (code >= 200 && code < 600 && code !== 255 && /status/i.test(match[0])))
      return false;
    if (HYPOTHETICAL.test(text.slice(0, match.index))) return false;
    report.see(
      code === 0
        ? { says: "success", weight: "weak", facts }
        : { says: "runtime_error", weight: "proof", facts },
    );
    return true;
  }
  return false;
}
