/**
 * Measures how long other requests had to wait: the most processor time that this process used between two rounds of its event
 * loop, in milliseconds. Processor time says the same on a busy machine.
 */
export function watchLoop(): { readonly stop: () => number } {
  let before = process.cpuUsage();
  let longest = 0;
  let running = true;
  const round = (): void => {
    const { user, system } = process.cpuUsage(before);
    longest = Math.max(longest, (user + system) / 1_000);
    before = process.cpuUsage();
    if (running) setImmediate(round);
  };
  setImmediate(round);
  return {
    stop: () => {
      running = false;
      return longest;
    },
  };
}
