/** The copy buttons of the API reference. */

/** How long the confirmation is shown. */
const CONFIRMATION_MS = 1500;

/** Copies the text of the `code` element beside a button, and confirms it. */
export function copyAdjacent(button: HTMLElement): void {
  const text = button.parentElement?.querySelector('code')?.textContent ?? '';
  // Browsers have no clipboard on insecure pages of other hosts.
  const done =
    'clipboard' in navigator
      ? navigator.clipboard.writeText(text)
      : Promise.reject(new Error('no clipboard'));
  done.then(
    () => showConfirmation(button, 'Copied'),
    () => showConfirmation(button, 'Select the text'),
  );
}

function showConfirmation(button: HTMLElement, text: string): void {
  const status = document.querySelector('#copy-status');
  if (status) status.textContent = `${text}.`;
  button.textContent = text;
  setTimeout(() => {
    button.textContent = 'Copy';
    if (status) status.textContent = '';
  }, CONFIRMATION_MS);
}
