import { fails, provesFailure, type Tool } from "./tool.ts";

/** Languages whose failures show in one line: Swift, Objective-C, Elixir, Erlang, Lua, Perl, R, Julia, Haskell. */
export const otherLanguages: Tool = {
  name: "other-languages",
  kind: "runtime",
  rules: [
    provesFailure(
      { language: "objective-c" },
      /^\*{3} Terminating app due to uncaught exception '(?<type>\w{1,80})', reason: '(?<message>.{1,300})'?/,
    ),
    provesFailure(
      { language: "swift" },
      /^(?:(?<file>[\w./+-]{1,300}\.swift):(?<line>\d{1,7}): )?Fatal error: (?<message>(?:Index out of range|Unexpectedly found nil|Division by zero|'try!' expression|Can't form Range|Array index|Double value cannot|Not enough bits|Duplicate keys|Attempted to read).{0,300})/,
      /^(?<file>[\w./+-]{1,300}\.swift):(?<line>\d{1,7}): Fatal error(?:: (?<message>.{1,300}))?$/,
    ),
    provesFailure(/\b(?<type>EXC_BAD_ACCESS|EXC_BREAKPOINT|EXC_CRASH) \(/),
    provesFailure(
      { language: "elixir" },
      /^\*{2} \((?<type>[A-Z][\w.]{1,80}|EXIT[^)]{0,60}|exit|throw)\) (?<message>.{1,400})$/,
    ),
    provesFailure({ language: "erlang" }, /^=(?<type>CRASH|ERROR) REPORT={4}/),
    fails({ language: "elixir" }, /\bGenServer \S{1,120} terminating$/),
    provesFailure(
      { language: "lua" },
      /^(?:\w{1,20}: )?(?:(?<file>[^\s:]{1,300}\.lua):(?<line>\d{1,7}): )?(?<message>attempt to (?:index|call|perform|compare|concatenate) .{0,200}(?:nil|a \w{1,20} value).{0,100})$/,
    ),
    provesFailure(
      { language: "perl" },
      /^(?<message>Can't locate \S{1,120} in @INC.{0,300}?)(?: at (?<file>\S{1,300}) line (?<line>\d{1,7})\.)?$/,
      /^(?<message>(?:Died|Undefined subroutine|Can't (?:call method|locate object method|use (?:an undefined value|string)|open|exec)|Global symbol|Illegal division by zero|Not an? (?:ARRAY|HASH|CODE) reference).{0,400}?) at (?<file>\S{1,300}) line (?<line>\d{1,7})\.?/,
    ),
    provesFailure(
      { language: "r" },
      /^Error in (?<type>[\w.:]{1,80}\(.{0,200}\)) {0,2}: ?(?<message>.{0,300})$/,
      /^Execution halted$/,
    ),
    provesFailure(
      { language: "julia" },
      /^(?:julia> )?ERROR: (?:LoadError: )?(?<type>[A-Z]\w{0,60}Error|ArgumentError|LoadError): (?<message>.{1,300})$/,
    ),
    provesFailure(
      { language: "haskell" },
      /^\*{3} Exception: (?<message>.{1,300})$/,
      /^[\w.-]{1,80}: (?<message>(?:Prelude\.\w{1,30}: |Map\.!: |user error \().{1,200})$/,
    ),
    fails({ language: "haskell" }, /^CallStack \(from HasCallStack\):$/),
  ],
  hits: {
    "runtime_error proof": [
      "Shop/Cart.swift:60: Fatal error: Index out of range",
      "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'index 5 beyond bounds'",
      "** (RuntimeError) basket is empty",
      "=CRASH REPORT==== 2-Jan-2026::10:00:00 ===",
      "lua: cart.lua:3: attempt to call a nil value (global 'pay')",
      "Can't locate Shop/Cart.pm in @INC (you may need to install the Shop::Cart module) at pay.pl line 3.",
      "Error in pay(basket) : object 'basket' not found",
      "ERROR: MethodError: no method matching pay(::Int64)",
      "shop: Prelude.head: empty list",
    ],
  },
  misses: [
    "cart.c:1:10: fatal error: cart.h: No such file or directory",
    "There was an error in the basket that we fixed.",
    "-- attempt to pay twice must fail",
    "** (see below) the basket **",
  ],
};

/** Failures of devices, game engines, clusters and clouds. */
export const devices: Tool = {
  name: "devices",
  kind: "runtime",
  rules: [
    provesFailure(
      /^Guru Meditation Error: (?<message>.{1,300})/,
      /^A fatal error occurred: ?(?<message>.{0,300})/,
    ),
    fails("godot", /^SCRIPT ERROR: (?<message>.{1,300})/),
    provesFailure("unreal engine", /(?:^|: )=== Critical error: ===/),
    provesFailure(/\bABEND=(?<type>[SU]\w{2,5})\b/),
    fails(/\bkernel: .{1,120}\bI\/O error\b(?<message>.{0,200})/i),
    provesFailure(/\bWatchdog caught collective operation timeout(?<message>.{0,200})/),
    provesFailure("pulumi", /^ {0,8}\S{1,80} {1,60}\S{1,80} {1,60}\*\*(?:\w{1,20} )?failed\*\*/),
    fails(
      /\bERROR: {1,2}(?<message>deadlock detected)$/,
      /^\((?<type>[A-Z]\w{3,60})\) The \w{1,40} .{1,300}/,
      /^Code: (?<type>Authorization\w{1,40}|[A-Z]\w{2,40}(?:NotFound|Failed|Exceeded|Denied|Invalid))$/,
    ),
  ],
  hits: {
    "runtime_error proof": [
      "Guru Meditation Error: Core  0 panic'ed (StoreProhibited).",
      "A fatal error occurred: Failed to connect: No serial data received.",
      "IEF450I NIGHTLY STEP010 - ABEND=S0C4 U0000",
      "[Rank 0] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=3)",
      "     pulumi:pulumi:Stack  web-dev     **failed**     1 error",
    ],
    "runtime_error strong": [
      "SCRIPT ERROR: Invalid call. Nonexistent function 'foo'.",
      "Feb 11 03:22:01 db1 kernel: sda: I/O error, dev sda, sector 88120",
      "(AuthorizationFailed) The client 'x' does not have authorization to perform it.",
    ],
  },
  misses: ["retry_on = I/O error", "(optional) The name of the user"],
};

/** Failed tool calls of coding agents. */
export const agentTools: Tool = {
  name: "agent-tools",
  kind: "runtime",
  rules: [
    provesFailure(
      /^<tool_use_error>(?<message>.{1,400}?)(?:<\/tool_use_error>)?$/,
      /^(?<message>File has (?:not been read yet|been modified since read)\b.{0,200})/,
      /^(?:Error: )?(?<message>String to replace not found in file.{0,200})/,
      /^(?:Error: )?(?<message>File does not exist\..{0,200})$/,
      /^(?:Error: )?(?<message>(?:Tool (?:execution|call)|MCP tool \S{1,80}) (?:failed|error|timed out).{0,300})/i,
      /^(?:Error: |McpError: )?(?<message>MCP error -?\d{1,6}: .{1,300})$/,
      /^(?<message>API Error: .{1,300})$/,
    ),
  ],
  hits: {
    "runtime_error proof": [
      "<tool_use_error>Path is outside the workspace</tool_use_error>",
      "File has not been read yet. Read it first before writing to it.",
      "MCP error -32602: Invalid arguments",
      'API Error: 529 {"type":"error"}',
    ],
  },
  misses: ["The file cart.ts has been updated.", "export interface ApiError: never"],
};
