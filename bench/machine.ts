/** Describes the machine and the date of a measurement. */
import { availableParallelism, cpus, loadavg, platform, release, totalmem } from 'node:os';

export function describeMachine(): string {
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  const load = loadavg().map((average) => average.toFixed(1));
  return [
    new Date().toISOString().slice(0, 10),
    `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${memory}`,
    `Node ${process.versions.node}, ${platform()} ${release()}`,
    `load average at the start ${load.join(', ')}`,
  ].join('; ');
}
