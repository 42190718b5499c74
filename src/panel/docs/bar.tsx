/** The top bar of the reference: the way back to the panel, the theme, and the key of all requests. */
import { Anchor, ArrowLeft, Moon, Sun, SunMoon } from 'lucide-preact';
import { theme, type Theme } from '../state/theme.js';
import { typedKey } from './key.js';

const NEXT_THEME: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };
const THEME_ICONS = { system: SunMoon, light: Sun, dark: Moon };

export function ReferenceBar() {
  const Icon = THEME_ICONS[theme.value];
  return (
    <header class="reference-bar">
      <h1>
        <Anchor aria-hidden size={20} />
        <span class="product">Deckhand</span> API reference
      </h1>
      <label class="key">
        <span>API key</span>
        <input
          type="text"
          class="mono"
          list="keys"
          value={typedKey.value}
          placeholder="YOUR-KEY"
          spellcheck={false}
          autocomplete="off"
          onChange={({ currentTarget }) => (typedKey.value = currentTarget.value.trim())}
        />
      </label>
      <datalist id="keys">
        <option value="deckhand-dev-key">the workspace ws_dev</option>
        <option value="deckhand-other-key">the workspace ws_other</option>
        <option value="sandbox-reference">a workspace of its own</option>
      </datalist>
      <a class="button" href="../">
        <ArrowLeft aria-hidden />
        Panel
      </a>
      <button
        type="button"
        class="quiet"
        aria-label={`Theme: ${theme.value}`}
        title={`Theme: ${theme.value}`}
        onClick={() => (theme.value = NEXT_THEME[theme.value])}
      >
        <Icon aria-hidden />
      </button>
    </header>
  );
}
