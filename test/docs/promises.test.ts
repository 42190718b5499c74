/** The sentences about security in docs/serve.md: each is there, and tests that exist hold it. */
import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { read } from './page.js';

/** The beginning of a sentence, and files with the title of a test in each. */
const PROMISES: readonly (readonly [string, ...(readonly [file: string, title: string])[]])[] = [
  [
    'A web page of another origin, or at a rebound name, cannot use the control API.',
    ['server/control/guard', 'a rebound name and a foreign page get 403 from every path'],
  ],
  [
    'It reads API responses only if its origin is of this machine',
    ['transports/cors', 'can read responses, as local pages still can, and other pages cannot'],
  ],
  [
    "A script in a recording does not run at the server's origin.",
    ['transports/page-safety', 'is in a sandbox for %s'],
  ],
  [
    'Other machines cannot connect by default.',
    ['server/server', 'listens on no other address of the machine'],
  ],
  [
    'Without a token, the control API serves only connections of this machine, also in Vite and Express.',
    ['server/control/guard', 'needs a token on a connection to %s, whatever its headers say'],
    ['server/control/middleware', 'without a token, connections from the network are refused'],
    ['integrations/vite-middleware-mode', 'closes the control API to connections from the network'],
  ],
  [
    'What a client makes the server keep is bounded by counts, and the size of a request is limited.',
    ['service/bounded-counts', '10,000 jobs, or maxJobs'],
    ['server/bounds', 'in chunks gets 413 at the limit, even if it never ends'],
  ],
  [
    'A client with the key of another workspace gets 404 for your jobs.',
    ['service/operations/get-generation-status', 'treats a job of another workspace like a missing one'],
  ],
  [
    'No response of a service ends `verify`, `record` or the wall.',
    ['proxy/malformed', 'no bytes of an upstream end %s'],
  ],
  ['A redirect does not get your key.', ['proxy/client', 'a redirect is a response, and is not followed']],
  [
    'No control character reaches your terminal.',
    ['contract/report/neutral', 'no output contains a control'],
  ],
  [
    'Nothing of a recording, a scenario or a saved state is run, also not in a printed `curl` line.',
    ['contract/report/curl.slow', '%s gives curl exactly what a hostile recording has'],
  ],
  [
    'Keys are replaced by marks before anything is written or shown.',
    ['server/no-key-leaves', 'leaves the process at no exit'],
  ],
  [
    'Recordings, reports and state files are readable for you only.',
    ['cli/report-files', 'a new recording, and a new report, can be read by their user only'],
    ['server/state-file', 'changes are written while the server runs, once each, readable for its user only'],
  ],
  [
    'Where `--host` or `--public-url` is not an address of this machine, `serve` needs both',
    ['cli/serve', '%j with %j says what to add'],
    ['cli/serve.slow', 'who may use it where other machines can connect'],
  ],
];

const page = read('docs/serve.md').replaceAll(/\s+/g, ' ');

it.each(PROMISES.map(([sentence, ...tests]) => ({ sentence, tests })))('$sentence', ({ sentence, tests }) => {
  expect(page).toContain(sentence);
  expect(tests.filter(([file, title]) => !hasTest(`test/${file}.test.ts`, title))).toEqual([]);
});

/** Whether a file has a test whose title begins like this. */
function hasTest(file: string, title: string): boolean {
  const pattern = title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return existsSync(file) && new RegExp(`(?:\\(|^)\\s*['"\`]${pattern}`, 'm').test(read(file));
}
