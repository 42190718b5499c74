#!/usr/bin/env node
/** `deckhand` as npm installs it. */
import { run } from './run.js';

await run(process.argv.slice(2));
