/** Starts the wall in its page. */
import { render } from 'preact';
import { Wall } from './wall.js';
import { listenToFrames } from './frame-connections.js';
import { initialize } from './wall-controls.js';
import { registerWallShortcuts } from './shortcuts.js';
import { keepViewSettings } from './view-settings.js';
import './wall.css';

keepViewSettings();
listenToFrames();
registerWallShortcuts();
void initialize();
render(<Wall />, document.getElementById('wall') as HTMLElement);
