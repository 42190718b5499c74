/** Follows the theme that was selected in the panel. Pages without storage follow the system. */

export function followTheme(): void {
  apply();
  addEventListener('storage', apply);
}

function apply(): void {
  const { dataset } = document.documentElement;
  try {
    const theme = localStorage.getItem('deckhand-theme');
    if (theme === 'light' || theme === 'dark') dataset['theme'] = theme;
    else delete dataset['theme'];
  } catch {
    // The page has no origin of its own.
  }
}
