/** What the measured processes tell the benchmark, over IPC and so off the measured path. */

export interface Listening {
  readonly kind: 'listening';
  readonly port: number;
  /** Jobs to poll, drawn from all there are. */
  readonly ids?: readonly string[];
  /** Bytes of heap a live job takes; absent when the process cannot collect its garbage on demand. */
  readonly heapPerJob?: number;
}

export interface CpuTime {
  readonly kind: 'cpu';
  /** Microseconds of CPU time, all threads of the process together, since it began. */
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
  /** Of CPU time, all threads of the process together. */
  readonly cpuSeconds: number;
  /** The most memory the process had at a time, in bytes. */
  readonly peak: number;
  readonly outcome: string;
}

export type Message = Listening | CpuTime | Parts | JudgedFile;

/** Sends a message to the benchmark, if it is the one that started this process. */
export function tell(message: Message): void {
  process.send?.(message);
}
