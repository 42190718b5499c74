/**
 * The title of the tab, and notifications: both say when a job asks or fails. The browser asks for permission, and
 * notifications appear only while the tab is hidden.
 */
import { effect, signal } from '@preact/signals';
import { isLive } from './connection.js';
import { statusAt, statusCounts } from './job-search.js';
import { jobs, type JobCell, type Status } from './jobs.js';
import { now } from './clock.js';
import { go, workspaceId } from './route.js';

type Permission = NotificationPermission | 'unsupported';

export const permission = signal<Permission>(
  'Notification' in window ? Notification.permission : 'unsupported',
);

export async function allowNotifications(): Promise<void> {
  permission.value = await Notification.requestPermission();
}

/** Watches until the page is closed. */
export function watchForAlerts(): void {
  let seen = new Map<string, Status>();
  let workspace = '';
  effect(() => {
    const { awaiting_input: asking } = statusCounts.value;
    document.title = asking > 0 ? `(${asking}) Awaiting input · Deckhand` : 'Deckhand';
    if (!isLive.value) return;
    const isFirst = workspace !== workspaceId.peek();
    workspace = workspaceId.peek();
    const before = isFirst ? new Map<string, Status>() : seen;
    seen = new Map(jobs.value.map((cell) => [cell.id, statusAt(cell, now.peek())]));
    if (isFirst || permission.peek() !== 'granted' || !document.hidden) return;
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
