/** What the terminal shows once the stand-in listens. */
import pc from 'picocolors';
import { DEVELOPMENT_KEYS } from '../adapters/deckhand.js';
import { isLocalAddress } from '../adapters/local-address.js';
import { basePath } from '../generated/routes.js';
import type { ScenarioLibrary } from '../scenario/library.js';
import { printableLine } from '../adapters/printable.js';
import { version } from './version.js';

const SHUT =
  '  Its panel and control API answer nobody, until it is started with --control-token TOKEN, or with --open-control.';

export interface Shown {
  readonly url: string;
  readonly host: string;
  readonly library: ScenarioLibrary;
  /** The scenario that plays when nothing else is said. */
  readonly active: string;
  /** Whether the control API was opened, or guarded by a token. */
  readonly hasControl: boolean;
}

export function banner({ url, host, library, active, hasControl }: Shown): string {
  const api = url + basePath;
  const key = DEVELOPMENT_KEYS.ws_dev;
  const keys = Object.entries(DEVELOPMENT_KEYS).map(
    ([workspace, value]) => `${pc.bold(value.padEnd(20))}workspace ${workspace}`,
  );
  const width = Math.max(...library.names().map((name) => name.length));
  const scenarios = library.list().map(({ name, title }) => {
    const line = `${name.padEnd(width)}  ${printableLine(title)}`;
    return name === active ? `  ${pc.green('●')} ${pc.bold(line)}` : `    ${line}`;
  });
  return [
    '',
    `${pc.bold(`Deckhand ${version()}`)} stands in for the Presentation Generation Service`,
    '',
    `  API       ${pc.cyan(api)}`,
    `  Panel     ${pc.cyan(`${url}/_deckhand/`)}`,
    `  Keys      ${keys.join('\n            ')}`,
    `  Scenario  ${pc.bold(active)}: ${printableLine(library.need(active).title)}`,
    ...(isLocalAddress(host)
      ? []
      : [
          '',
          pc.yellow(`  Listening on ${host}: whoever reaches this machine can use it, with the keys above.`),
          ...(hasControl ? [] : [pc.yellow(SHUT)]),
        ]),
    '',
    '  Start a job:',
    '',
    `    curl -s ${api}/presentations/generate \\`,
    `      -H 'x-api-key: ${key}' -H 'content-type: application/json' \\`,
    `      -d '{"prompt":"A pitch for electric harbour taxis"}'`,
    '',
    '  and poll it at its poll_url:',
    '',
    `    curl -s -H 'x-api-key: ${key}' ${url}${pc.dim('<poll_url>')}`,
    '',
    '  Another story: deckhand serve --scenario NAME, the header X-Deckhand-Scenario: NAME, or [scenario: NAME] in the prompt.',
    '',
    ...scenarios,
    '',
  ].join('\n');
}
