/** Starts the wall in its page. */
import { render } from 'preact';
import '../styles/tokens.css';
import '../styles/base.css';
import { Wall } from './wall.js';
import { listenToFrames } from './frames.js';
import { initialize } from './conductor.js';
import { registerWallShortcuts } from './shortcuts.js';
import './wall.css';

listenToFrames();
registerWallShortcuts();
void initialize();
render(<Wall />, document.getElementById('wall') as HTMLElement);
