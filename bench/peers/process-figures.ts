/** CPU time and memory of another process, as Linux counts them. Works for every program, without a probe inside. */
import { readFileSync } from 'node:fs';

/** Of `getconf CLK_TCK`, which is 100 on all Linux systems with glibc. */
const TICKS_PER_SECOND = 100;

/** The CPU time of all threads, in microseconds. */
export function cpuOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in brackets can contain spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND) * 1e6;
}

/** The resident memory, in megabytes. */
export function memoryOf(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}
