/** `deckhand` as one executable file with Node inside. */
import { run } from '../../src/cli/run.js';
import { embedFiles } from './embedded-files.js';

embedFiles();
void run(process.argv.slice(2));
