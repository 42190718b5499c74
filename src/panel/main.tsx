/** Starts the panel in its page. */
import { render } from 'preact';
import { App } from './app.js';
import { readBasePath } from './state/base-path.js';
import { SHORTCUTS } from './shortcuts.js';
import { listenToKeys } from './state/keyboard.js';
import { connect } from './state/connection.js';
import './styles/tokens.css';
import './styles/base.css';
import './styles/frame.css';
import './styles/lists.css';
import './styles/jobs.css';
import './styles/details.css';
import './styles/pages.css';

void connect();
listenToKeys(SHORTCUTS);
void readBasePath();
render(<App />, document.getElementById('panel') as HTMLElement);
