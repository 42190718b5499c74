/** Asks the browser for notifications when a job asks or fails. */
import { Bell } from 'lucide-preact';
import { allowNotifications, permission } from '../state/alerts.js';

const TEXTS: Readonly<Record<typeof permission.value, string>> = {
  default:
    'While this tab is hidden, a notification says when a job asks or fails. The title of the tab always does.',
  granted: 'On: while this tab is hidden, a notification says when a job asks or fails.',
  denied:
    'The browser blocks notifications of this page. Allow them in its settings. The title of the tab says when a job asks.',
  unsupported: 'This browser has no notifications for this page. The title of the tab says when a job asks.',
};

export function AlertsSection() {
  const { value } = permission;
  return (
    <section class="box" aria-labelledby="alerts">
      <h2 id="alerts">Notifications</h2>
      <p class="small">{TEXTS[value]}</p>
      {value === 'default' && (
        <button type="button" onClick={() => void allowNotifications()}>
          <Bell aria-hidden />
          Allow notifications
        </button>
      )}
    </section>
  );
}
