// Breaks a running system at random and checks that nothing that was acknowledged is lost or doubled:
// `npm run test:fault -- [--seed 17] [--minutes 5] [--setup embedded|company|both] [--faults kill,clock]`.
import { parseArgs } from "node:util";
import { type Fault, FAULTS } from "./lab-nemesis.ts";
import { SETUPS } from "./lab-site.ts";
import { runLab } from "./run-lab.ts";

const MOST_SHOWN = 25;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    minutes: { type: "string", default: "5" },
    setup: { type: "string", default: "both" },
    faults: { type: "string" },
  },
});
const seed = values.seed === undefined ? Math.floor(Math.random() * 1_000_000) : Number(values.seed);
const minutes = Number(values.minutes);
const setups = SETUPS.filter((setup) => values.setup === "both" || values.setup === setup);
const faults = values.faults?.split(",").map((name) => name.trim());
const unknown = faults?.find((name) => !(FAULTS as readonly string[]).includes(name));

if (!Number.isSafeInteger(seed) || !(minutes > 0) || setups.length === 0 || unknown !== undefined) {
  say(
    unknown === undefined
      ? "expected --seed with a whole number, --minutes above 0 and --setup embedded, company or both"
      : `expected --faults to name some of ${FAULTS.join(", ")}; there is no ${unknown}`,
  );
  process.exit(2);
}

// Exit handlers unmount and end what this run started.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));

let broken = 0;
for (const setup of setups) {
  const chosen = faults === undefined ? {} : { faults: faults as Fault[] };
  const verdict = await runLab({ setup, seed, ms: minutes * 60_000, say, ...chosen });
  const { violations, acknowledged, missing } = verdict;
  broken += violations.length;
  for (const { law, detail } of violations.slice(0, MOST_SHOWN)) say(`VIOLATED  ${law}: ${detail}`);
  if (violations.length > MOST_SHOWN) say(`and ${violations.length - MOST_SHOWN} more`);
  for (const [fault, why] of missing) say(`not injected: ${fault}, since ${why}`);
  say(
    violations.length === 0
      ? `${setup}: holds; ${acknowledged} acknowledged facts, seed ${seed}`
      : `${setup}: BROKEN in ${violations.length} places; repeat with --setup ${setup} --seed ${seed} --minutes ${values.minutes}${values.faults === undefined ? "" : ` --faults ${values.faults}`}`,
  );
}
process.exitCode = broken === 0 ? 0 : 1;
