/** What distinguishes a process from all others, also after a restart of the machine: process ids are used again. */
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

export interface ProcessName {
  readonly host: string;
  /** Of the running system. Empty where the system has none. */
  readonly boot: string;
  /** The process namespace: a container has its own, and its first process is 1. Empty where the system has none. */
  readonly namespace: string;
  readonly pid: number;
  /** When the process started, as the system says it. Empty where it does not. */
  readonly start: string;
}

let me: ProcessName | undefined;

export function thisProcess(): ProcessName {
  const { pid } = process;
  return (me ??= {
    host: hostname(),
    boot: orEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    namespace: orEmpty(() => readlinkSync('/proc/self/ns/pid')),
    pid,
    start: processStart(pid) ?? '',
  });
}

/** When a process of this namespace started; empty if the system does not say it; undefined if it does not run. */
export function processStart(pid: number): string | undefined {
  const status = orEmpty(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  // The name of the program, in brackets, can hold spaces and brackets.
  const [state, ...fields] = status.slice(status.lastIndexOf(')') + 2).split(' ');
  // A zombie: it has ended, and its parent has not looked.
  if (state === 'Z' || state === 'X') return undefined;
  // The 22nd of all fields; `fields` begins with the fourth.
  const start = fields[18] ?? '';
  if (start !== '') return start;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return undefined;
  }
  return '';
}

function orEmpty(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
