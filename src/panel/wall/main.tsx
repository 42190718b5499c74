/** Starts the wall in its page. */
import { render } from 'preact';
import { Wall } from './wall.js';
import { listenToFrames } from './frames.js';
import { listenToKeys } from './keys.js';
import { open } from './conductor.js';
import '../styles/tokens.css';
import '../styles/base.css';
import './wall.css';

listenToFrames();
listenToKeys();
void open();
render(<Wall />, document.getElementById('wall') as HTMLElement);
