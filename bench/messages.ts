/** The messages of measured processes to the benchmark. They use IPC, so that they do not disturb the measured connections. */

export interface Listening {
  readonly kind: 'listening';
  readonly port: number;
  /** A sample of jobs to poll. */
  readonly ids?: readonly string[];
  /** The heap of a live job in bytes. Absent if the process cannot run a garbage collection. */
  readonly heapPerJob?: number;
  /** The number of jobs that were started in a second. */
  readonly startedPerSecond?: number;
}

export interface Profile {
  readonly kind: 'profile';
  /** The part of the busy time in each kind of code. */
  readonly shares: Readonly<Record<string, number>>;
}

export interface CpuTime {
  readonly kind: 'cpu';
  /** CPU time of all threads since the start of the process. */
  readonly microseconds: number;
}

export interface Parts {
  readonly kind: 'parts';
  readonly parts: readonly Part[];
}

export interface Part {
  readonly name: string;
  readonly microseconds: number;
}

export interface JudgedFile {
  readonly kind: 'judged';
  readonly exchanges: number;
  readonly seconds: number;
  /** CPU time of all threads. */
  readonly cpuSeconds: number;
  /** The peak memory of the process, in bytes. */
  readonly peak: number;
  readonly outcome: string;
}

export interface JudgedWindow {
  readonly kind: 'window';
  /** For 1,000 exchanges. */
  readonly milliseconds: number;
}

export type Message = Listening | CpuTime | Parts | JudgedFile | JudgedWindow | Profile;

/** Sends a message to the benchmark, if it started this process. */
export function send(message: Message): void {
  process.send?.(message);
}
