/** Starts the panel in its page. */
import { render } from 'preact';
import { App } from './app.js';
import { loadBasePath } from './state/base-path.js';
import { SHORTCUTS } from './state/shortcuts.js';
import { registerShortcuts } from './state/keyboard.js';
import { connect } from './state/connection.js';
import './styles/panel.css';

void connect();
registerShortcuts(SHORTCUTS);
void loadBasePath();
render(<App />, document.getElementById('panel') as HTMLElement);
