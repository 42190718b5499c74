/**
 * The title of the tab, and notifications: both say when a job asks or fails. The panel offers notifications at the first
 * question, and they appear only while the tab is hidden.
 */
import { effect, signal } from '@preact/signals';
import { now } from './clock.js';
import { isLive } from './connection.js';
import { statusAt, waitingCount } from './job-search.js';
import { jobs, type JobCell, type Status } from './jobs.js';
import { go, workspaceId } from './route.js';

const STORAGE_KEY = 'deckhand-notifications-offered';

/** Whether the panel offers notifications: once, if the browser has not decided. */
export const isOffered = signal(false);

/** @param isWanted whether to ask the browser for permission */
export async function closeOffer(isWanted: boolean): Promise<void> {
  isOffered.value = false;
  localStorage.setItem(STORAGE_KEY, 'yes');
  if (isWanted) await Notification.requestPermission();
}

const permission = (): NotificationPermission =>
  'Notification' in window ? Notification.permission : 'denied';

/** Watches until the page is closed. */
export function watchForAlerts(): void {
  let seen = new Map<string, Status>();
  let workspace = '';
  effect(() => {
    const { value: asking } = waitingCount;
    document.title = asking > 0 ? `(${asking}) Awaiting input · Deckhand` : 'Deckhand';
    if (!isLive.value) return;
    if (asking > 0 && permission() === 'default' && localStorage.getItem(STORAGE_KEY) === null)
      isOffered.value = true;
    const isFirst = workspace !== workspaceId.peek();
    workspace = workspaceId.peek();
    const before = isFirst ? new Map<string, Status>() : seen;
    seen = new Map(jobs.value.map((cell) => [cell.id, statusAt(cell, now.peek())]));
    if (isFirst || permission() !== 'granted' || !document.hidden) return;
    for (const cell of jobs.value) {
      const status = seen.get(cell.id);
      if (status !== before.get(cell.id) && (status === 'awaiting_input' || status === 'failed'))
        notify(cell, status);
    }
  });
}

function notify({ id, job, text }: JobCell, status: 'awaiting_input' | 'failed'): void {
  const title = status === 'failed' ? 'A job failed' : 'A job awaits input';
  const body = `${job.peek().prompt.slice(0, 100)}\n${text.peek()?.slice(0, 200) ?? ''}`;
  // The same tag replaces an earlier notification about the job.
  const shown = new Notification(title, { body, tag: id });
  shown.onclick = () => {
    window.focus();
    go({ view: 'jobs', item: id });
  };
}
