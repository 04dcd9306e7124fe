import { lineRules } from "./runtime-rules.ts";

/** Crashes of native programs, reports of sanitizers, and the kernel ending or losing a process. */
export const nativeCrash = lineRules(
  "native-crash",
  [
    "segmentation fault",
    "segfault",
    "core dumped",
    "aborted",
    "abort trap",
    "bus error",
    "illegal instruction",
    "floating point exception",
    "trace/",
    "sanitizer",
    "runtime error:",
    "error summary:",
    "invalid read",
    "invalid write",
    "invalid free",
    "conditional jump",
    "uninitialised value",
    "process terminating",
    "mismatched free",
    "lost: ",
    "terminate called",
    "libc++abi",
    "what():",
    "assertion",
    "stack smashing",
    "double free",
    "corrupted",
    "free(): ",
    "malloc",
    "sigsegv",
    "sigabrt",
    "sigbus",
    "sigill",
    "sigfpe",
    "sigkill",
    "signal ",
    "killed",
    "out of memory",
    "oom",
    "bug: ",
    "oops",
    "kernel panic",
    "call trace",
    "hung task",
    "blocked for more than",
    "soft lockup",
    "rcu",
    "0xc00000",
    "exc_bad",
    "exc_crash",
    "application crashed",
    "process-crash",
    "crash reason",
    "crash address",
    "crashing instruction",
    "error while loading shared libraries",
    "glibc_",
    "dyld",
    "symbol lookup error",
    "has stopped working",
    "terminated",
    "unable to handle kernel",
    "trap: ",
  ],
  [
    {
      pattern:
        /^(?:.{0,200}[:\s])?(?<type>Segmentation fault|Bus error|Illegal instruction|Floating point exception|Floating-point exception|Abort trap|Trace\/breakpoint trap|Trace\/BPT trap|Aborted|Bad system call|Quit)(?:: \d{1,2})? {1,30}\(core dumped\)/i,
      weight: "proof",
    },
    {
      pattern:
        /^(?:(?:\S{1,200}: )?line \d+: )?(?:\s{0,4}\d{1,7} |\S{1,60}: \S{0,10}\s?\d{0,8} )?(?<type>Segmentation fault|Bus error|Illegal instruction|Floating point exception|Abort trap|Trace\/breakpoint trap|Trace\/BPT trap|Aborted)(?:: \d{1,2})?(?:$| {2,}\S)/,
      weight: "proof",
    },
    {
      pattern:
        /^(?:zsh|bash|sh|fish): (?:\S{1,40}\s)?(?<type>segmentation fault|abort|bus error|killed|illegal hardware instruction|trace trap|terminated|floating point exception)\b.{0,200}/i,
      weight: "proof",
    },
    {
      pattern: /^(?:(?:\S{1,200}: )?line \d+: )\s{0,4}\d{1,7} (?<type>Killed|Terminated) {2,}/,
      weight: "proof",
    },
    { pattern: /^\s{0,4}(?:\[\d+\]\s{1,4}[+-]?\s{1,4}\d{0,8}\s{0,4})?(?<type>Killed)(?: {2,}\S.{0,200})?$/ },
    {
      pattern:
        /^=+\d+=+\s?(?:ERROR|WARNING): (?<type>(?:Address|Thread|Memory|Leak|HWAddress|UndefinedBehavior|DataFlow)Sanitizer): (?<message>.{1,300})/,
      weight: "proof",
    },
    {
      pattern:
        /^(?:SUMMARY|WARNING|ERROR): (?<type>(?:Address|Thread|Memory|Leak|HWAddress|UndefinedBehavior)Sanitizer): (?<message>.{1,300})/,
      weight: "proof",
    },
    {
      pattern: /^(?:AddressSanitizer|UndefinedBehaviorSanitizer|ThreadSanitizer):(?<type>DEADLYSIGNAL)/,
      weight: "proof",
    },
    {
      pattern: /^(?<file>[^\s:][^:]{0,300}):(?<line>\d{1,7}):\d{1,7}: runtime error: (?<message>.{1,300})$/,
      weight: "proof",
      facts: { error_type: "UndefinedBehavior" },
    },
    { pattern: /^==\d+==\s{1,4}(?:ERROR SUMMARY: 0 errors)/, weight: "proof", says: "success" },
    {
      pattern: /^==\d+==\s{1,4}ERROR SUMMARY: (?<message>[1-9]\d* errors? from.{0,100})/,
      weight: "proof",
      facts: { error_type: "valgrind" },
    },
    {
      pattern:
        /^==\d+==\s{1,4}(?<message>(?:Invalid (?:read|write|free)|Conditional jump or move depends|Use of uninitialised value|Process terminating with|Mismatched free|Possible data race).{0,200})/,
      facts: { error_type: "valgrind" },
    },
    {
      pattern: /^==\d+==\s{1,4}(?:definitely|indirectly) lost: (?<message>[1-9][\d,]{0,15} bytes.{0,100})/,
      facts: { error_type: "memory leak" },
    },
    {
      pattern:
        /^terminate called (?:after throwing an instance of '(?<type>[^']{1,200})'|without an active exception|recursively)/,
      weight: "proof",
      facts: { language: "c++" },
    },
    { pattern: /^\s{1,4}what\(\): {1,2}(?<message>.{1,300})$/, weight: "proof", facts: { language: "c++" } },
    {
      pattern:
        /^libc\+\+abi(?:\.dylib)?: terminating (?:due to|with) uncaught (?:exception of type )?(?<type>[\w:]{1,150})(?:: (?<message>.{1,300}))?/,
      weight: "proof",
      facts: { language: "c++" },
    },
    { pattern: /^libc\+\+abi(?:\.dylib)?: terminating/, weight: "proof" },
    {
      pattern:
        /^\S{1,200}: (?<file>[^\s:]{1,300}):(?<line>\d{1,7}): .{0,300}: (?<type>Assertion) [`'](?<message>.{1,400})' failed\.?$/,
      weight: "proof",
    },
    {
      pattern:
        /^Assertion failed: (?<message>\(.{1,400}\), function .{1,200}), file (?<file>[^\s,]{1,300}), line (?<line>\d{1,7})\.?$/,
      weight: "proof",
      facts: { error_type: "Assertion" },
    },
    { pattern: /^Assertion failure: (?<message>.{1,400})/, facts: { error_type: "Assertion" } },
    {
      pattern:
        /^(?:#\s{1,4})?(?:Fatal error in|Check failed:|FATAL:.{0,120}Check failed:) ?(?<message>.{0,300})$/,
      weight: "proof",
    },
    {
      pattern:
        /^(?<message>\*{3} stack smashing detected \*{3}.{0,100}|double free or corruption.{0,60}|free\(\): .{1,80}|malloc\(\): .{1,80}|malloc_consolidate\(\): .{1,80}|corrupted size vs\. prev_size.{0,60}|munmap_chunk\(\): .{1,60}|realloc\(\): .{1,60}|\*{3} Error in `.{1,200}|\*{3} buffer overflow detected \*{3}.{0,80})/,
      weight: "proof",
    },
    {
      pattern:
        /^(?:Program|Thread \d+.{0,80}) (?:received|terminated with) signal (?<type>SIG(?!INT|TERM|WINCH|CHLD|TRAP)\w{2,8})(?:, (?<message>.{1,200}))?/,
      weight: "proof",
    },
    {
      pattern:
        /\b(?:terminated|killed|exited|crashed|died|stopped|caught|received|aborted)(?: unexpectedly)?(?: with| by| on| due to)?(?: fatal)? signal:? (?:\d{1,2} \()?(?<type>SIG(?:SEGV|ABRT|BUS|ILL|FPE|KILL|SYS|TRAP))\b/i,
      weight: "proof",
    },
    {
      pattern:
        /\b(?:terminated|killed|exited|crashed|died)(?: unexpectedly)?(?: with| by| on| due to)? signal:? (?<exit>(?:4|6|7|8|9|11)\b)/i,
      weight: "proof",
    },
    {
      pattern: /^(?:fatal error: )?(?:unexpected signal|signal) (?<type>SIG(?:SEGV|ABRT|BUS|ILL|FPE))\b/,
      weight: "proof",
    },
    {
      pattern:
        /^(?:\* thread #\d+.{0,200}stop reason = |Exception Type: {1,10}|Termination Reason: {1,10})(?<type>EXC_\w{3,40}|signal SIG\w{3,8}|Namespace SIGNAL.{0,60})/,
      weight: "proof",
    },
    {
      pattern:
        /(?:Out of memory|Memory cgroup out of memory): Kill(?:ed)? process \d+(?: \((?<message>[^)]{1,60})\))?/,
      weight: "proof",
      facts: { error_type: "out of memory" },
    },
    {
      pattern: /\b(?:invoked oom-killer|oom-kill:|oom_reaper: reaped process)/,
      weight: "proof",
      facts: { error_type: "out of memory" },
    },
    {
      pattern: /^(?:RuntimeError: |torch\.\S{1,40}: )?(?<message>CUDA out of memory\..{0,300})/,
      weight: "proof",
      facts: { error_type: "out of memory" },
    },
    {
      pattern:
        /(?:^|\] |kernel: )(?<message>(?:BUG: (?:kernel NULL pointer|unable to handle|soft lockup|KASAN|scheduling while|sleeping function|Bad page|workqueue lockup).{0,200}|kernel BUG at .{1,200}|Oops: .{1,120}|general protection fault.{0,120}|[Kk]ernel panic - not syncing.{0,200}|Unable to handle kernel .{1,120}|INFO: task .{1,100} blocked for more than \d+ seconds.{0,40}|watchdog: BUG: .{1,120}|rcu: INFO: rcu_\w{2,20} (?:self-)?detected stall.{0,80}|Internal error: Oops.{0,100}))/,
      weight: "proof",
      facts: { error_type: "kernel" },
    },
    {
      pattern:
        /(?:^|\] |kernel: )(?<message>\S{1,60}\[\d+\]:? (?:segfault at|general protection|trap \w).{1,200})/,
      weight: "proof",
    },
    {
      pattern: /^(?:PROCESS-CRASH|.{0,40}\| application crashed) ?(?:\||\[)(?<message>.{1,300})/,
      weight: "proof",
    },
    { pattern: /^(?:Crash reason|Crashing instruction): {1,4}(?<message>.{1,200})$/, weight: "proof" },
    {
      pattern:
        /(?:exit(?:ed)?(?: with)?(?: code)?|code|status):? ?\(?(?<exit>-107374(?:1819|1515|1676|1795)|3221225477)\b/i,
      weight: "proof",
    },
    {
      pattern:
        /(?:\b(?:exit(?:ed)?|code|status|exception|failed|crash)\b.{0,60}?)(?<type>0xC000(?:0005|0135|001D|0094|00FD|0142|0409|0374))\b/i,
      weight: "proof",
    },
    { pattern: /(?<message>error while loading shared libraries: .{1,300})/, weight: "proof" },
    {
      pattern: /(?<message>version `(?:GLIBC|GLIBCXX|CXXABI)_[\d.]{1,12}' not found.{0,200})/,
      weight: "proof",
    },
    {
      pattern:
        /^(?:dyld(?:\[\d+\])?: )(?<message>(?:Library not loaded|Symbol not found|lazy symbol binding failed).{0,300})/,
      weight: "proof",
    },
    { pattern: /(?<message>symbol lookup error: .{1,300})/, weight: "proof" },
  ],
);
