/** What is said to whoever clicked: that something was done, or why it was not. The newest alone. */
import { signal } from '@preact/signals';
import { Trouble } from '../api/client.js';

export interface Said {
  readonly text: string;
  readonly isTrouble: boolean;
}

export const said = signal<Said | undefined>(undefined);
/** Milliseconds for which good news stay. Bad news stay until somebody has read them. */
const STAYS = 4_000;
let timer: ReturnType<typeof setTimeout> | undefined;

export function say(text: string, isTrouble = false): void {
  clearTimeout(timer);
  said.value = { text, isTrouble };
  if (!isTrouble) timer = setTimeout(() => (said.value = undefined), STAYS);
}

export function silence(): void {
  said.value = undefined;
}

/**
 * Does something that may be refused, and says how it went. Trouble from before is over then; what came up meanwhile stays.
 * @returns whether it was done
 */
export async function attempt(work: () => Promise<unknown>, done?: string): Promise<boolean> {
  const before = said.value;
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Trouble)) throw error;
    say(error.message, true);
    return false;
  }
  if (done !== undefined) say(done);
  else if (before?.isTrouble && said.value === before) silence();
  return true;
}
