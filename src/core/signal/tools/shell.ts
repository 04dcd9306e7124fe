import { isSourceLine } from "./source-line.ts";
import { fails, provesFailure, readsExit, suggestsFailure, unless, type Tool } from "./tool.ts";

const COMMANDS =
  "ls|cat|head|tail|cp|mv|rm|mkdir|rmdir|ln|chmod|chown|touch|stat|du|df|cut|sort|uniq|wc|tr|sed|gsed|awk|gawk|mawk|grep|egrep|ugrep|rg|fd|bfs|xargs|diff|patch|tar|unzip|zip|gzip|gunzip|rsync|scp|ssh|sftp|ssh-keygen|wget|curl|jq|yq|env|sudo|su|kill|pkill|ps|mount|umount|nc|ping|dig|openssl|gpg|git|hg|svn|gh|go|perl|node|ruby|java|bash|sh|zsh|dash|ksh|cd|source|exec|tee|mktemp|realpath|readlink|basename|dirname|date|seq|printf|test|expr|bc|make|systemctl|service|journalctl|crontab|tmux|screen|xcrun|xcodebuild|brew|launchctl|defaults|adb|ffmpeg|convert|pandoc|sqlite3|nginx|apachectl|dd|file|od|xxd|base64|md5sum|sha256sum|comm|join|split|nl|paste|less|more|vim|nano|open|pbcopy|install|id|useradd|usermod|groupadd|passwd|ip|ifconfig|iptables|nmap|lsof|strace|gdb|lldb|tree|watch|nohup|timeout|time|nice|column|stty|locale|python3?|pip3?|bat|fzf|direnv|mise|asdf|nvm|pyenv|rbenv|uv|poetry|aws|gcloud|az";
const ERRNO =
  "No such file or directory|Permission denied|Is a directory|Not a directory|Operation not permitted|File exists|No space left on device|Read-only file system|Device or resource busy|Too many open files|Connection refused|Connection timed out|Connection reset by peer|Name or service not known|Temporary failure in name resolution|nodename nor servname provided, or not known|No route to host|Network is unreachable|Broken pipe|Cannot allocate memory|Input/output error|Invalid argument|Argument list too long|Text file busy|Exec format error|Directory not empty|Address already in use|Host is down|Operation timed out|Bad file descriptor|Disk quota exceeded|Not enough space|Invalid cross-device link|Resource temporarily unavailable|cannot execute binary file|bad interpreter|required file not found|Undefined error: 0|Function not implemented|Protocol not available|Operation not supported|Illegal seek|File name too long|Too many levels of symbolic links|Transport endpoint is not connected|Stale file handle";

const EXITS: readonly [RegExp, ...RegExp[]] = [
  /^(?:\[?(?:exit|(?:exit|return|error)[ _-]?(?:code|status))\]?|errorlevel)(?: is)?\s{0,2}[:=]\s{0,2}(?<exit>-?\d{1,10})\b(?!\.\d)/i,
  /^rc=\s{0,2}(?<exit>-?\d{1,10})\b/i,
  /^Exit code (?<exit>-?\d{1,10})\b/i,
  /^exit (?:status|code) (?<exit>\d{1,3})$/i,
  /^[([<]exit(?: code| status)?[:=]? ?(?<exit>-?\d{1,10})[)\]>]$/i,
  /^(?:[\w. /-]{1,40} )?exit(?: code| status)?[:=] ?(?<exit>-?\d{1,10})$/i,
  /\b(?:exited|completed|finished|failed|terminated|ended|stopped|quit|returned|aborted|died)(?: unexpectedly)?(?: with| on)?(?: an?)?(?: non-zero| nonzero)? (?:exit |error |return )?(?:code|status)(?: code)?[:=]? ?[('"[]?(?<exit>-?\d{1,10})\b/i,
  /\b(?:exited:?|failed:? with|exited:? with) \(?(?<exit>[1-9]\d{0,2})\)?\.?$/i,
  /\breturned non-zero exit status (?<exit>-?\d{1,10})\b/i,
  /\b(?:non-zero|nonzero) exit (?:code|status):? ?\(?(?<exit>-?\d{1,10})\b/i,
  /^(?:Error|ERROR|error|failure): .{0,300}\bexit (?:code|status):? (?<exit>-?\d{1,10})\b/,
  /\bProcess (?:completed|exited|finished) with exit code (?<exit>-?\d{1,10})\b/i,
  /\bfailed:? (?:with )?\(?exit (?:code|status):? (?<exit>\d{1,10})\b/i,
  /"exit_?code":\s{0,2}(?<exit>-?\d{1,10})\b/i,
  /^<(?:returncode|exit_code|exitcode)>(?<exit>-?\d{1,10})<\//i,
];
const HYPOTHETICAL = /\b(?:if|when|unless|should|must|would|expects?|whether|ensure|returns?|e\.g\.)\b/i;

const isNoOutput = (text: string): boolean => text.length > 1_000 || isSourceLine(text);

/** An HTTP status, or a sentence about what would happen, is not an exit code. */
function isNoExit(text: string, match: RegExpExecArray): boolean {
  const code = Number(match.groups?.["exit"]);
  const isStatus = code >= 200 && code < 600 && code !== 255 && /status/i.test(match[0]);
  return isStatus || HYPOTHETICAL.test(text.slice(0, match.index)) || isNoOutput(text);
}

/** Shells and the commands they run. An exit status is proof, a command's error message is strong. */
export const shell: Tool = {
  name: "shell",
  kind: "runtime",
  rules: [
    unless(isNoExit, readsExit(...EXITS)),
    unless(
      isNoOutput,
      provesFailure(
        { error_type: "command not found" },
        /^(?:\(eval\)|[\w./~-]{1,200})(?::\w{1,20})?(?::\d{1,6})?: command not found: (?<message>\S{1,100})$/,
        /^(?:-?[\w./~-]{1,200}: )?(?:line \d{1,6}: |\d{1,6}: )?(?<message>[^\s:]{1,120}): command not found(?:\.{3})?$/,
        /^(?:-?[\w./~-]{0,100}sh|\/[\w./~-]{1,200}|\.\/[\w./~-]{1,200}): (?:line \d{1,6}: |\d{1,6}: )?(?<message>[^\s:]{1,120}): not found$/,
        /^fish: (?:Unknown command:? ?|No command )(?<message>.{1,120})$/,
        /^'(?<message>[^']{1,200})' is not recognized as an internal or external command/,
        /^(?:[^:]{1,100} ?: )?The term '(?<message>[^']{1,200})' is not recognized as (?:the|a) name of/,
        /^Command '(?<message>[^']{1,100})' not found,/,
        /\bexec: "(?<message>[^"]{1,200})": (?:executable file not found in|no such file)/,
      ),
      suggestsFailure(
        /^(?:find|grep|egrep|rg|du|bfs|tree): .{1,400}: (?:Permission denied|Operation not permitted|Is a directory)$/i,
      ),
      provesFailure(/^curl: \((?<exit>\d{1,3})\) (?<message>.{1,300})$/),
      fails(
        /^ssh: (?<message>.{1,300})$/,
        /^(?:\S{1,100}@)?[\w.-]{1,100}: (?<message>Permission denied \([\w,-]{1,80}\)\.?)$/,
        /^(?<message>Host key verification failed\.|lost connection|kex_exchange_identification: .{1,200})$/,
        new RegExp(
          `^\\(?[\\w./+~-]{1,200}\\)?(?::\\w{1,20})?(?::\\d{1,6})?: (?<message>(?:.{0,800}: )?(?:${ERRNO}))(?:\\.|: \\S{1,300})?$`,
          "i",
        ),
        new RegExp(
          `^(?:${COMMANDS}): (?<message>.{0,300}\\b(?:cannot|can't|can not|could not|couldn't|unable|failed|errors?|invalid|illegal|missing|not found|no such|denied|unknown|unrecognized|unrecognised|bad|requires?|must|unexpected|unterminated|undefined|too (?:many|few)|refused|timed out|does not|doesn't|not a|not an|no (?:input|matches|manual|route)|ambiguous|usage)\\b.{0,300})`,
          "i",
        ),
        new RegExp(`^[^"'\`={}<>|]{1,300}: (?<message>${ERRNO})\\.?$`, "i"),
        /^(?:[\w./-]{1,60}: )?(?<message>non-?zero exit(?: code| status)?)[.:]?$/i,
        /^\[Errno \d{1,3}\] (?<message>.{1,300})$/,
        /^(?:g?make|ninja)(?:\[\d{1,3}\])?: \*{3} (?<message>.{1,300})$/,
        /^remote: (?<message>Support for password authentication was removed.{0,100})/,
        /^hint: (?<message>Updates were rejected because.{0,200})/,
        /^(?:exec|standard_init_linux\.go:\d{1,5}:) .{0,200}(?<message>exec format error|no such file or directory|permission denied)$/,
        /^fatal: (?<message>\S.{0,600})$/,
        /^error: (?<message>(?:failed to push|pathspec|Your local changes|The following untracked|cannot |could not (?!compile|find native)|unable to|src refspec|patch failed|patch does not apply|insufficient|corrupt|RPC failed|remote|no such|you need to resolve|Pulling is not possible|Merging is not possible|Committing is not possible|cherry-pick|could not apply|unknown (?:option|switch|command|argument|flag)|unrecognized|unexpected argument|invalid (?:value|option|argument|object|path)|the following (?:required )?arguments|missing (?:required )?|a value is required|required option|too many arguments|connect |open |Failed ).{0,400})$/i,
      ),
      fails(
        { error_type: "merge conflict" },
        /^(?:CONFLICT \(.{1,30}\): (?<message>.{1,300})|Automatic merge failed; .{1,100})$/,
      ),
      fails(
        /^ ! \[(?:remote )?rejected\] {1,20}(?<message>.{1,300})$/,
        /^remote: (?:error|fatal|Permission|Repository not found|Invalid)(?<message>.{0,300})$/i,
        /^[\w./-]{1,100}: (?:line \d{1,6}: |\d{1,6}: )?(?<message>(?:[Ss]yntax error(?: near|:| at)?|unexpected EOF while|[\w[\]{}]{1,60}: (?:unbound variable|parameter not set|bad substitution)|parse error near|bad substitution|conditional binary operator).{0,200})$/,
        /^(?:zsh|\(eval\)|[\w./~-]{1,100}):(?:\d{1,6}: )? ?(?<message>(?:no matches found: |parse error near|unmatched |bad pattern: |no such (?:file|option)|not an identifier|bad math expression|event not found|unknown file attribute|number expected|read-only variable|permission denied).{0,200})$/,
        /^[\w./-]{1,60}: (?<message>(?:illegal|invalid|unrecognized|unrecognised|unknown|ambiguous) (?:option|argument|command|flag|switch|subcommand|predicate|primary).{0,200})$/i,
        /^(?<message>(?:unknown (?:command|flag|shorthand flag|option|subcommand|argument)|accepts (?:at most |at least |between |)\d.{0,40}arg\(s\), received|requires (?:at least |at most |exactly )\d+ arg|required flag\(s\)|unrecognized (?:arguments?|option)|flag provided but not defined|flag needs an argument|invalid argument ").{0,200})$/i,
        /^(?!(?:.{0,40}(?:cc|ld|clang|\+\+|gcc|rustc|cc1\w{0,6}|collect2|link|tsc|mypy|ninja))(?:\.exe)?: )[A-Za-z][\w.-]{0,60}(?: [a-z][\w-]{0,30}){0,2}: error: (?<message>.{1,400})$/,
        /^(?:Error: |error: )?(?<message>Command failed(?:: | with | after |\. ).{0,300})$/i,
        /^(?:Error: |ERROR: |error: )?(?<message>(?:The )?(?:command|process|operation|request|connection|job|task|step|query|script|execution|build step|session|read|write|handshake|download|upload|deployment|health ?check|tool call|call|run|wait|program|server|client|worker|upstream|navigation|page|lock|transaction)\b.{0,120}? (?:has )?(?:timed out|timeout after)\b.{0,200})$/i,
        /\b(?<message>timed out after \d[\d.,]{0,10} ?(?:ms|milliseconds|m|s|secs?|seconds?|mins?|minutes?|h|hours?)\b.{0,200})/i,
        /(?:^|: )(?<message>context deadline exceeded\b.{0,200})/,
        /(?:^|[\s:])(?:(?:connect|listen|bind|getaddrinfo|open|read|write|spawn|scandir|mkdir|rmdir|unlink|rename|stat|lstat|access|watch|copyfile|syscall) )?(?<type>(?:ECONNREFUSED|ENOTFOUND|ETIMEDOUT|ECONNRESET|EADDRINUSE|EACCES|ENOENT|EPERM|ENOSPC|EMFILE|EAI_AGAIN|EPIPE|ENOTDIR|EISDIR|EEXIST|ENOTEMPTY|EROFS)): (?<message>.{1,300})$/,
        /\b(?:connect|listen|bind|getaddrinfo|read|write|spawn \S{1,100}) (?<type>ECONNREFUSED|ENOTFOUND|ETIMEDOUT|ECONNRESET|EADDRINUSE|EACCES|ENOENT|EAI_AGAIN|EPIPE|EHOSTUNREACH)\b(?<message>.{0,200})$/,
        /\b(?<message>dial (?:tcp|udp|unix)\b.{1,200}(?:connection refused|i\/o timeout|no such host|no route to host|no such file or directory|network is unreachable))/,
        /\bfailed: (?<message>(?:Connection refused|Connection timed out|Name or service not known|Temporary failure in name resolution)\.?)$/,
        /^(?:--\d{4}.{1,40}--|.{0,60}) ?ERROR (?<message>\d{3}: .{1,80}\.)$/,
      ),
      provesFailure(
        /^\s{1,8}\+ (?:CategoryInfo|FullyQualifiedErrorId) {1,12}: (?<message>.{1,300})$/,
        /^At (?:line:|[A-Z]:\\.{1,300}:)(?<line>\d{1,7}) char:\d{1,5}$/,
      ),
      fails(
        /^(?<message>The system cannot find the (?:path|file|drive) specified\.|Access is denied\.|The process cannot access the file because .{1,100}|The filename, directory name, or volume label syntax is incorrect\.|The syntax of the command is incorrect\.|Could Not Find [A-Z]:\\.{1,200})$/,
        /^(?<message>(?:No such file or directory|Permission denied|Connection refused|Operation not permitted|Connection reset by peer|No space left on device|Operation timed out|Connection timed out)\.?)$/,
      ),
    ),
  ],
  hits: {
    "runtime_error proof": [
      "bash: gorp: command not found",
      "./deploy.sh: line 12: gorp: command not found",
      "zsh: command not found: gorp",
      "sh: 1: gorp: not found",
      "fish: Unknown command: gorp",
      "'gorp' is not recognized as an internal or external command,",
      "gorp : The term 'gorp' is not recognized as the name of a cmdlet, function, script file, or operable program.",
      "curl: (7) Failed to connect to localhost port 8080: Connection refused",
      "Exit code 127",
      "Error: Process completed with exit code 1.",
      "Command '['make']' returned non-zero exit status 2.",
      "exit status 2",
      "curl: (7) Failed to connect",
    ],
    "runtime_error strong": [
      "ls: cannot access 'x': No such file or directory",
      "cat: x: No such file or directory",
      "cd: no such file or directory: gone",
      "bash: ./run.sh: Permission denied",
      "sed: invalid option -- 'y'",
      "shop.py: error: the following arguments are required: --basket",
      "Error: unknown flag: --basket",
      "fatal: not a git repository (or any of the parent directories): .git",
      " ! [rejected]        main -> main (fetch first)",
      "CONFLICT (content): Merge conflict in cart.ts",
      "ssh: connect to host build port 22: Connection timed out",
      "git@example.org: Permission denied (publickey).",
      "Command timed out after 2m 0s",
      "connect ECONNREFUSED 127.0.0.1:5432",
      "Error: listen EADDRINUSE: address already in use :::3000",
      'Get "http://x": dial tcp 127.0.0.1:80: connect: connection refused',
      "bash: -c: line 1: syntax error near unexpected token `)'",
    ],
    "runtime_error weak": ["find: '/proc/1/fd': Permission denied"],
    "success weak": ["Process finished with exit code 0", "exit: 0"],
  },
  misses: [
    "request finished with status 404",
    "The command must exit with code 1 if the input is bad.",
    "If the process exited with code 2, run it again.",
    'cmd/run.go:12:\treturn fmt.Errorf("exited with code 1")',
    '+  echo "bash: gorp: command not found"',
    "# ls: cannot access: No such file or directory",
    "-rw-r--r--  1 me staff  6547 Jul  1 09:49 errors-not-found.md",
    "1a2b3c4 fix: command not found on Windows",
    "Switched to branch 'fix-error'",
    "Note: this cannot be undone.",
  ],
};
