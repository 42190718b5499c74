#!/usr/bin/env node
/** `deckhand` as npm installs it. It loads nothing before it knows that this Node can run it: an older one fails at the first import. */
import { unsupportedNodeMessage } from './node-version.js';

const refusal = unsupportedNodeMessage(process.versions.node);
if (refusal === undefined) {
  const { runCli: run } = await import('./run.js');
  await run(process.argv.slice(2));
} else {
  process.stderr.write(`deckhand: ${refusal}\n`);
  process.exitCode = 2;
}
