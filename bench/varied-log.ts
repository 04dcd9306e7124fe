/** What fills the logs: enough words that few lines are alike even without their numbers. */
const WORDS =
  "account address agenda album anchor archive badge banner basket batch beacon billing binder border bottle branch bridge broker bucket budget bundle cabin cable calendar camera canvas carrier catalog channel charter circle client cluster coach column comment compass contact contract coupon courier credit cursor customer dealer debit delivery deposit desk device digest dispatch draft drawer drive editor engine entry estimate event exchange export feature field filter folder forecast format fragment gallery gateway group guest handler harbor header history holder image import inbox index inquiry insight invite invoice island item journal kernel label ladder layout ledger lender letter library license listing loader locker lookup machine mailer manager manifest margin market member memo merchant message meter mirror mobile module monitor network notice number object offer office option order outbox owner package painter panel parcel parser partner payment permit person phone pixel planner player policy portal poster preview pricing printer profile project prompt provider quote radar range reader receipt record recipe refund region register relay reminder render report request reserve result reviewer router sample sandbox scanner schedule schema screen script search section seller sensor server session setting shelf shipment signal sketch socket source spool sprint stage station stock storage stream student subject summary supplier survey switch symbol table target tariff task teller template tenant theme thread ticket timer token topic tracker trader transfer travel trigger tunnel update upload usage vault vendor verdict version viewer visitor voucher wallet warehouse webhook weight widget window worker wrapper writer zone".split(
    " ",
  );
const VERBS =
  "accept adjust append apply assign attach balance bind cancel change charge clear collect combine compare compute confirm convert copy count create decode deliver derive detach discard divide encode enforce expand expire extract fetch flatten forward freeze gather handle hide ignore insert inspect join keep limit link list load lock map mark mask match merge move notify open pack parse pause pick prune publish pull push rank read rebuild reduce refresh reject release remove rename replace reset resolve restore retry revoke rotate round route save scale select send share shift skip sort split start stop store submit swap sync trace trim unlock update verify wait warm wrap write".split(
    " ",
  );

type Random = (below: number) => number;

/** A line, or several that belong together. */
type Form = (make: Maker) => string;

interface Maker {
  readonly random: Random;
  readonly word: () => string;
  readonly verb: () => string;
  readonly hex: (digits: number) => string;
  readonly path: (ending: string) => string;
  readonly stamp: () => string;
  readonly ms: () => string;
}

const capital = (word: string): string => word[0]!.toUpperCase() + word.slice(1);

/** Lines of builds and servers that go well. */
const HARMLESS: readonly Form[] = [
  ({ stamp, word, verb, random }) =>
    `${stamp()} INFO  [${word()}-${random(64)}] ${word()}.${capital(word())}Service: ${verb()} ${random(900)} ${word()}s for ${word()} ${random(99_999)}`,
  ({ stamp, word, verb, ms }) => `${stamp()} DEBUG ${word()}_${word()}: ${verb()} of ${word()} took ${ms()}`,
  ({ word, verb, ms }) =>
    `    ✓ ${verb()}s the ${word()} of a ${word()} when the ${word()} is ${verb()}ed (${ms()})`,
  ({ path, random }) => `PASS ${path("test.ts")} (${random(90)}.${random(999)} s)`,
  ({ path, verb, word, random }) =>
    `${path("py")}::test_${verb()}_${word()}_${word()} PASSED [ ${random(99)}%]`,
  ({ word, verb, random }) => `ok ${random(9_999)} - ${verb()} ${word()} ${word()} ${verb()}s ${word()}`,
  ({ word, random, hex }) =>
    `Step ${random(40)}/41 : RUN ${word()}-ctl ${word()} --${word()}=${word()} # ${hex(12)}`,
  ({ word, random, hex }) => ` ---> Using cache ${hex(12)} ${word()}:${random(20)}.${random(9)}`,
  ({ word, random }) =>
    `Downloading https://repo.example.org/maven2/org/${word()}/${word()}-${word()}/${random(9)}.${random(20)}.${random(9)}/${word()}-${word()}.jar (${random(900)} kB at ${random(9)}.${random(9)} MB/s)`,
  ({ word, random, hex }) =>
    `   Compiling ${word()}-${word()} v${random(9)}.${random(30)}.${random(9)} (registry+${hex(16)})`,
  ({ word, random }) =>
    `[${random(900)}/1204] Building CXX object src/${word()}/CMakeFiles/${word()}.dir/${word()}_${word()}.cpp.o`,
  ({ path, word, random }) =>
    `${path("go")}:${random(900)}: warning: ${word()} ${word()} is never ${word()}ed`,
  ({ word, hex, random }) =>
    `GET /api/v${random(4)}/${word()}s/${hex(8)}/${word()}?${word()}=${random(999)} 200 ${random(99)}.${random(999)} ms - ${random(9_999)}`,
  ({ word, hex, stamp, random }) =>
    `{"level":"info","time":"${stamp()}","${word()}":"${hex(16)}","msg":"${word()} ${word()} done","${word()}_ms":${random(999)}}`,
  ({ word, random }) =>
    `remote: ${capital(word())} ${word()}s: ${random(100)}% (${random(900)}/${random(900)}), ${random(99)}.${random(99)} MiB | ${random(99)}.${random(99)} MiB/s`,
  ({ word, random }) =>
    `npm warn deprecated ${word()}-${word()}@${random(9)}.${random(30)}.${random(9)}: use ${word()}-${word()} instead`,
  ({ word, random }) =>
    `\u001b[2K\u001b[1G\u001b[36m${capital(word())}\u001b[39m ${word()}s: [${"=".repeat(random(30))}>] ${random(100)}% ${word()}`,
  ({ word, hex, random }) =>
    `${word()}-${word()}-${hex(10)}-${hex(5)}   1/1     Running   ${random(4)}          ${random(60)}m`,
  ({ word, verb, random }) =>
    `> Task :${word()}:${word()}:${verb()}${capital(word())} UP-TO-DATE in ${random(900)}ms`,
  ({ word, path }) =>
    `[INFO] --- ${word()}-maven-plugin:${word()} (${word()}-${word()}) @ ${path("xml")} ---`,
  ({ word, verb }) =>
    `+ ${verb()} --${word()} ${word()}/${word()} --${word()}-${word()} "${word()} ${word()}"`,
  ({ stamp, word, hex, random }) =>
    `${stamp()} ${word()}-${random(9)} systemd[1]: Started ${word()}@${hex(8)}.service - ${capital(word())} ${word()}.`,
];

/** What a step that fails prints. */
const FAILING: readonly Form[] = [
  ({ path, verb, word, random }) =>
    `FAILED ${path("py")}::test_${verb()}_${word()} - assert ${random(999)} == ${random(999)}`,
  ({ path, word, verb, random }) =>
    `Traceback (most recent call last):\n${Array.from({ length: 2 + random(5) }, () => `  File "/srv/${path("py")}", line ${random(900)}, in ${verb()}_${word()}\n    ${word()} = ${verb()}(${word()}, ${word()})`).join("\n")}\n${capital(word())}Error: ${word()} ${random(999)} has no ${word()}`,
  ({ word, verb, path, random }) =>
    `TypeError: Cannot read properties of undefined (reading '${word()}')\n${Array.from({ length: 3 + random(6) }, () => `    at ${capital(word())}.${verb()}${capital(word())} (/app/${path("js")}:${random(900)}:${random(80)})`).join("\n")}`,
  ({ word, verb, random }) =>
    `java.lang.IllegalStateException: ${word()} ${random(999)} is ${verb()}ed\n${Array.from({ length: 4 + random(8) }, () => `\tat org.${word()}.${word()}.${capital(word())}${capital(word())}.${verb()}(${capital(word())}.java:${random(900)})`).join("\n")}`,
  ({ path, word, random }) =>
    `${path("ts")}(${random(900)},${random(80)}): error TS2339: Property '${word()}' does not exist on type '${capital(word())}'.`,
  ({ path, word, random }) =>
    `${path("c")}:${random(900)}:${random(80)}: error: use of undeclared identifier '${word()}_${word()}'`,
  ({ path, word, random }) =>
    `  ${random(900)}:${random(80)}  error  '${word()}' is assigned a value but never used  ${word()}/no-unused-vars  ${path("ts")}`,
  ({ stamp, word, verb, hex }) =>
    `${stamp()} ERROR ${word()}.${word()}: failed to ${verb()} ${word()} ${hex(8)}: connection refused by ${word()}-${word()}`,
  ({ stamp, word, hex, random }) =>
    `${stamp()} WARN  ${word()}: retry ${random(5)} of 5 for ${word()} ${hex(8)} after timeout`,
  ({ word, verb, path, random }) =>
    `  ● ${capital(word())} › ${verb()}s the ${word()}\n\n    expect(received).toBe(expected)\n\n    Expected: ${random(999)}\n    Received: ${random(999)}\n\n      at Object.<anonymous> (${path("test.ts")}:${random(900)}:${random(80)})`,
  ({ word, verb, path, random }) =>
    `--- FAIL: Test${capital(verb())}${capital(word())} (0.${random(99)}s)\n    ${path("go")}:${random(900)}: ${word()} = ${random(999)}, want ${random(999)}`,
  ({ word, random }) =>
    `npm error code ELIFECYCLE\nnpm error errno ${1 + random(120)}\nnpm error ${word()}-${word()}@1.${random(9)}.0 ${word()}: \`${word()} --${word()}\``,
  ({ word, random }) =>
    `make[${random(4)}]: *** [${word()}/Makefile:${random(900)}: ${word()}.o] Error ${1 + random(3)}`,
  ({ word, hex }) => `Error: ${word()} "${word()}-${hex(6)}" could not be resolved from ${word()}/${word()}`,
  ({ word, path, random }) =>
    `error[E0${300 + random(99)}]: cannot find value \`${word()}_${word()}\` in this scope\n   --> ${path("rs")}:${random(900)}:${random(80)}\n    |\n${random(900)} |     let ${word()} = ${word()}_${word()};\n    |             ^^^^^^^^ not found in this scope`,
  ({ random }) => `Tests:       ${1 + random(9)} failed, ${random(900)} passed, ${random(900)} total`,
  ({ random }) => `==== ${1 + random(9)} failed, ${random(900)} passed in ${random(90)}.${random(99)}s ====`,
  ({ random }) => `##[error]Process completed with exit code ${1 + random(3)}.`,
];

/**
 * So many characters of failing CI logs: many tools, paths, numbers, hashes, traces, time stamps and progress lines, with few
 * lines alike. The same seed gives the same text.
 */
export function variedLog(size: number, seed = 17): string {
  const make = maker(seed);
  const parts: string[] = [];
  for (let length = 0; length < size;) {
    const forms = make.random(4) === 0 ? FAILING : HARMLESS;
    const part = forms[make.random(forms.length)]!(make);
    parts.push(part);
    length += part.length + 1;
  }
  return parts.join("\n").slice(0, size);
}

function maker(seed: number): Maker {
  let state = seed;
  const random: Random = (below) => {
    // xorshift: the low bits of a product repeat soon.
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
  const word = (): string => WORDS[random(WORDS.length)]!;
  const hex = (digits: number): string =>
    Array.from({ length: digits }, () => random(16).toString(16)).join("");
  const two = (below: number): string => String(random(below)).padStart(2, "0");
  return {
    random,
    word,
    verb: () => VERBS[random(VERBS.length)]!,
    hex,
    path: (ending) => `src/${word()}/${word()}-${word()}.${ending}`,
    stamp: () => `2026-${two(12)}-${two(28)}T${two(24)}:${two(60)}:${two(60)}.${two(90)}1Z`,
    ms: () => `${random(900)} ms`,
  };
}
