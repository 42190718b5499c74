/** Toasts: short messages with the result of an action, or its error. Only the newest is shown. */
import { signal } from '@preact/signals';
import { ApiError } from '../api/client.js';

export interface Toast {
  readonly text: string;
  readonly isError: boolean;
}

export const toast = signal<Toast | undefined>(undefined);
/** How long a success is shown. An error stays until the user dismisses it. */
const TOAST_DURATION_MS = 4_000;
let timer: ReturnType<typeof setTimeout> | undefined;

export function showToast(text: string, isError = false): void {
  clearTimeout(timer);
  toast.value = { text, isError };
  if (!isError) timer = setTimeout(() => (toast.value = undefined), TOAST_DURATION_MS);
}

export function dismissToast(): void {
  toast.value = undefined;
}

/**
 * Runs an action and shows its result. A success dismisses an older error, but not a toast that appeared meanwhile.
 * @returns whether the action succeeded
 */
export async function runWithToast(work: () => Promise<unknown>, done?: string): Promise<boolean> {
  const previous = toast.value;
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    showToast(error.message, true);
    return false;
  }
  if (done !== undefined) showToast(done);
  else if (previous?.isError && toast.value === previous) dismissToast();
  return true;
}
