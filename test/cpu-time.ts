/**
 * CPU time that this thread has used, in milliseconds. A busy machine doesn't add to it. Node.js before 22.19 only counts the
 * whole process.
 */
export function cpuMs(): number {
  const { threadCpuUsage } = process as { threadCpuUsage?: typeof process.cpuUsage };
  const { user, system } = threadCpuUsage?.() ?? process.cpuUsage();
  return (user + system) / 1_000;
}
