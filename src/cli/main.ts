#!/usr/bin/env node
/** The entry of the command `deckhand`. It checks the version of Node first, because an older one fails at the first import. */
import { unsupportedNodeMessage } from './node-version.js';

const error = unsupportedNodeMessage(process.versions.node);
if (error === undefined) {
  const { runCli } = await import('./run.js');
  await runCli(process.argv.slice(2));
} else {
  process.stderr.write(`deckhand: ${error}\n`);
  process.exitCode = 2;
}
