/** The buttons of the API reference that copy the text beside them. */

/** How long the confirmation shows, in milliseconds. */
const CONFIRMED = 1500;

export function copyBeside(button: HTMLElement): void {
  const text = button.parentElement?.querySelector('code')?.textContent ?? '';
  // Browsers have no clipboard on pages of other machines without HTTPS.
  const done =
    'clipboard' in navigator
      ? navigator.clipboard.writeText(text)
      : Promise.reject(new Error('no clipboard'));
  done.then(
    () => confirm(button, 'Copied'),
    () => confirm(button, 'Select the text'),
  );
}

function confirm(button: HTMLElement, text: string): void {
  const status = document.querySelector('#said');
  if (status) status.textContent = `${text}.`;
  button.textContent = text;
  setTimeout(() => {
    button.textContent = 'Copy';
    if (status) status.textContent = '';
  }, CONFIRMED);
}
