import { describe, expect, it } from "vitest";
import { openSyntax } from "../../compose/drivers.ts";
import { draftCheck } from "./draft-check.ts";
import { runChecks } from "./run-checks.ts";

interface Mistake {
  readonly name: string;
  readonly language: string;
  readonly description: string;
  readonly corrections: readonly (readonly [before: string, after: string])[];
  readonly bad: readonly string[];
  readonly good: readonly string[];
  /** What is known not to work yet. */
  readonly fails?: "misses bad code";
}

/** Mistakes that reviewers correct every day. Good code is near the mistake on purpose. */
const MISTAKES: readonly Mistake[] = [
  {
    name: "loose inequality",
    language: "javascript",
    description: "Compare with !== instead of !=.",
    corrections: [
      ["if (count != 0) stop();", "if (count !== 0) stop();"],
      ["return a.kind != 'x';", "return a.kind !== 'x';"],
      ["const differs = left != right();", "const differs = left !== right();"],
    ],
    bad: ["while (i != n) i++;", "f(x.y != z)", "const q = a && b != c;"],
    good: ["while (i !== n) i++;", "x == y", "const q = !a;", "a = !b == c"],
  },
  {
    name: "parseInt without a radix",
    language: "javascript",
    description: "Pass the radix to parseInt.",
    corrections: [
      ["const n = parseInt(text);", "const n = parseInt(text, 10);"],
      ["return parseInt(row.size) + 1;", "return parseInt(row.size, 10) + 1;"],
      ["use(parseInt(read('port')));", "use(parseInt(read('port'), 10));"],
    ],
    bad: ["let x = parseInt('12');", "parseInt(a[0])", "if (parseInt(s) > 3) f();"],
    good: ["let x = parseInt('12', 8);", "parseFloat('1')", "Number(s)", "JSON.parse(s)"],
  },
  {
    name: "new Array",
    language: "javascript",
    description: "Use an array literal instead of new Array().",
    corrections: [
      ["const a = new Array();", "const a = [];"],
      ["this.items = new Array();", "this.items = [];"],
      ["return { list: new Array() };", "return { list: [] };"],
    ],
    bad: ["let q = new Array();", "f(new Array())", "x = y || new Array();"],
    good: ["let q = [];", "new Map()", "Array.from(x)", "Array.isArray(y)"],
  },
  {
    name: "debugger",
    language: "javascript",
    description: "Remove debugger statements.",
    corrections: [
      ["function f() { debugger; return 1; }", "function f() { return 1; }"],
      ["if (x) { debugger; go(x); }", "if (x) { go(x); }"],
      ["for (const a of b) { debugger; a.run(); }", "for (const a of b) { a.run(); }"],
    ],
    bad: ["debugger;", "() => { debugger; }", "try { debugger; f(); } catch {}"],
    good: ["attach(debuggers);", "f();", "const s = 'debugger';", "x.debugger()"],
  },
  {
    name: "non-null assertion",
    language: "typescript",
    description: "Don't use the non-null assertion; use optional chaining.",
    corrections: [
      ["const n = user!.name;", "const n = user?.name;"],
      ["return this.store!.size;", "return this.store?.size;"],
      ["log(find(id)!.label);", "log(find(id)?.label);"],
    ],
    bad: ["const q = a!.b;", "f(x.y!.z)", "if (list()!.length) g();"],
    good: ["const q = a?.b;", "!a.b", "x !== y", "const t = !done;"],
  },
  {
    name: "as any",
    language: "typescript",
    description: "Don't assert through as any.",
    corrections: [
      ["const c = (config as any).port;", "const c = (config as Config).port;"],
      ["send(event as any);", "send(event as Message);"],
      ["return (<T>(x: T) => x)(value as any);", "return (<T>(x: T) => x)(value as Value);"],
    ],
    bad: ["let q = x as any;", "f(a.b as any)", "(window as any).go();"],
    good: [
      "let q = x as unknown;",
      "const k = ['a'] as const;",
      "let any = 1;",
      "import { a as b } from 'c';",
    ],
  },
  {
    name: "== None",
    language: "python",
    description: "Compare with None by is.",
    corrections: [
      ["if x == None:\n    go()", "if x is None:\n    go()"],
      ["return row.end == None", "return row.end is None"],
      ["empty = find(key) == None", "empty = find(key) is None"],
    ],
    bad: ["while a[0] == None:\n    pass", "f(q == None)", "z = a.b() == None"],
    good: ["while a[0] is None:\n    pass", "q == 1", "q is not None", "x = None"],
  },
  {
    name: "subprocess without check",
    language: "python",
    description: "Pass check to subprocess.run.",
    corrections: [
      ["subprocess.run(command)", "subprocess.run(command, check=True)"],
      ["r = subprocess.run(['ls', path])", "r = subprocess.run(['ls', path], check=True)"],
      [
        "def f():\n    subprocess.run(args, cwd=root)",
        "def f():\n    subprocess.run(args, cwd=root, check=True)",
      ],
    ],
    bad: ["subprocess.run('a')", "x = subprocess.run(a, env=e, cwd=d)", "if y:\n    subprocess.run([z])"],
    good: [
      "subprocess.run('a', check=False)",
      "subprocess.run(a, **options)",
      "subprocess.Popen(a)",
      "task.run(a)",
    ],
  },
  {
    name: "type comparison",
    fails: "misses bad code",
    language: "python",
    description: "Use isinstance instead of comparing type().",
    corrections: [
      ["if type(x) == int:\n    go()", "if isinstance(x, int):\n    go()"],
      ["return type(row) == dict", "return isinstance(row, dict)"],
      ["ok = type(get(key)) == str", "ok = isinstance(get(key), str)"],
    ],
    bad: ["while type(a) == list:\n    pass", "f(type(q.r) == Foo)", "z = type(a[0]) == tuple"],
    good: ["isinstance(a, list)", "print(type(a))", "a == b", "kind = type(a)"],
  },
  {
    name: "open without encoding",
    language: "python",
    description: "Pass the encoding to open.",
    corrections: [
      ["f = open(path)", "f = open(path, encoding='utf-8')"],
      ["with open(name, 'w') as out:\n    pass", "with open(name, 'w', encoding='utf-8') as out:\n    pass"],
      ["text = open(base + '/a').read()", "text = open(base + '/a', encoding='utf-8').read()"],
    ],
    bad: ["open('x')", "with open(a, 'a') as g:\n    pass", "return_value = open(p).readlines()"],
    good: ["open('x', encoding='ascii')", "open(a, 'r', encoding=e)", "webbrowser.open(url)", "close(a)"],
  },
  {
    name: "to_string on a string",
    language: "rust",
    description: "Use to_owned rather than to_string on a str.",
    corrections: [
      ['let a = "x".to_string();', 'let a = "x".to_owned();'],
      ['call("name".to_string());', 'call("name".to_owned());'],
      ['fn f() -> String { "y".to_string() }', 'fn f() -> String { "y".to_owned() }'],
    ],
    bad: ['let q = "a b".to_string();', 'push("z".to_string(), 1);', 'let v = vec!(1); g("u".to_string());'],
    good: [
      'let q = "a b".to_owned();',
      "let n = 5.to_string();",
      "let n = id.to_string();",
      'let s = "to_string";',
    ],
  },
  {
    name: "len of zero",
    language: "rust",
    description: "Use is_empty instead of comparing len() with 0.",
    corrections: [
      ["if list.len() == 0 {}", "if list.is_empty() {}"],
      ["let none = self.rows.len() == 0;", "let none = self.rows.is_empty();"],
      ["while queue().len() == 0 { wait(); }", "while queue().is_empty() { wait(); }"],
    ],
    bad: ["if a.b.len() == 0 {}", "f(x.len() == 0);", "let z = y[0].len() == 0;"],
    good: ["if a.b.is_empty() {}", "x.len() == 1;", "x.count() == 0;", "let n = x.len();"],
  },
  {
    name: "dbg",
    language: "rust",
    description: "Remove the dbg! macro.",
    corrections: [
      ["fn f(x: u8) { dbg!(x); go(x); }", "fn f(x: u8) { go(x); }"],
      ["fn g() { let y = dbg!(read()); }", "fn g() { let y = read(); }"],
      ["fn h() { if dbg!(ready) { run(); } }", "fn h() { if ready { run(); } }"],
    ],
    bad: ["fn a() { dbg!(1, 2); }", "fn a() { f(dbg!(b)); }", "fn a() { let c = dbg!(d.e) + 1; }"],
    good: ['fn a() { println!("dbg"); }', "fn a() { f(b); }", "fn dbg() {}", "fn a() { vec!(1); }"],
  },
  {
    name: "errors.New with Sprintf",
    language: "go",
    description: "Use fmt.Errorf instead of errors.New(fmt.Sprintf(...)).",
    corrections: [
      [
        'func f() error {\n\treturn errors.New(fmt.Sprintf("no %s", a))\n}',
        'func f() error {\n\treturn fmt.Errorf("no %s", a)\n}',
      ],
      ['var e = errors.New(fmt.Sprintf("bad %d of %d", n, m))', 'var e = fmt.Errorf("bad %d of %d", n, m)'],
      [
        'func g() {\n\terr := errors.New(fmt.Sprintf("x%v", x.y))\n\tuse(err)\n}',
        'func g() {\n\terr := fmt.Errorf("x%v", x.y)\n\tuse(err)\n}',
      ],
    ],
    bad: [
      'var q = errors.New(fmt.Sprintf("%d", 1))',
      'func z() { panic(errors.New(fmt.Sprintf("%s", s))) }',
      'func z() (int, error) { return 0, errors.New(fmt.Sprintf("a %s %s", b, c)) }',
    ],
    good: [
      'var q = fmt.Errorf("%d", 1)',
      'var q = errors.New("plain")',
      'func z() { log(fmt.Sprintf("%s", s)) }',
      "var q = errors.New(text)",
    ],
  },
  {
    name: "interface{}",
    language: "go",
    description: "Use any instead of interface{}.",
    corrections: [
      ["func f(v interface{}) {}", "func f(v any) {}"],
      ["var m map[string]interface{}", "var m map[string]any"],
      ["type T struct {\n\tData []interface{}\n}", "type T struct {\n\tData []any\n}"],
    ],
    bad: ["var x interface{}", "func g() interface{} { return nil }", "type Q map[int]interface{}"],
    good: ["var x any", "type R interface {\n\tRead() int\n}", "type S struct{}", "var y struct{}"],
  },
];

describe("checks from three corrections of an everyday mistake", () => {
  it.each(MISTAKES)("$language: $name", async (mistake) => {
    const { language, description, corrections, bad, good, fails } = mistake;
    const syntax = await openSyntax();
    const pairs = corrections.map(([before, after]) => ({ before, after }));
    const check = await draftCheck({ syntax, known: () => [] })({
      language,
      description,
      corrections: pairs,
    });
    if (check === null) throw new Error("no check");
    const run = runChecks({ syntax });
    const hits = async (codes: readonly string[]): Promise<readonly string[]> => {
      const places = await Promise.all(codes.map((code) => run(check, language, code)));
      return codes.filter((_, index) => places[index]!.length > 0);
    };
    expect(await hits(good)).toEqual([]);
    expect((await hits(bad)).length < bad.length / 2).toBe(fails === "misses bad code");
  });
});
