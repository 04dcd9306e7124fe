/** CPU time that this thread has used, in milliseconds. A busy machine slows the clock's time, but not this. */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
