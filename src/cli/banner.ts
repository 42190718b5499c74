/** The text that the terminal shows when the server is ready. */
import pc from 'picocolors';
import { DEVELOPMENT_KEYS } from '../app/deckhand.js';
import { isLocalAddress } from '../transports/local-address.js';
import { basePath } from '../generated/routes.js';
import type { ScenarioLibrary } from '../scenario/library.js';
import { printableLine } from '../base/printable.js';
import { version } from './version.js';

const CONTROL_CLOSED =
  '  The panel and the control API refuse all requests. To use them, start with --control-token TOKEN or --open-control.';

export interface BannerOptions {
  readonly url: string;
  readonly host: string;
  readonly library: ScenarioLibrary;
  /** The scenario of jobs whose request does not select one. */
  readonly active: string;
  /** Whether other machines can use the control API: it is open, or a token guards it. */
  readonly hasControl: boolean;
}

export function banner({ url, host, library, active, hasControl }: BannerOptions): string {
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
    `${pc.bold(`Deckhand ${version()}`)} is a stand-in (mock server) for the Presentation Generation Service`,
    '',
    `  API       ${pc.cyan(api)}`,
    `  Panel     ${pc.cyan(`${url}/_deckhand/`)}`,
    `  Keys      ${keys.join('\n            ')}`,
    `  Scenario  ${pc.bold(active)}: ${printableLine(library.need(active).title)}`,
    ...(isLocalAddress(host)
      ? []
      : [
          '',
          pc.yellow(`  Listening on ${host}: other machines can use this server, with the keys above.`),
          ...(hasControl ? [] : [pc.yellow(CONTROL_CLOSED)]),
        ]),
    '',
    '  Start a job:',
    '',
    `    curl -s ${api}/presentations/generate \\`,
    `      -H 'x-api-key: ${key}' -H 'content-type: application/json' \\`,
    `      -d '{"prompt":"A pitch for electric harbour taxis"}'`,
    '',
    '  Poll it at its poll_url:',
    '',
    `    curl -s -H 'x-api-key: ${key}' ${url}${pc.dim('<poll_url>')}`,
    '',
    '  Another scenario: deckhand serve --scenario NAME, the header X-Deckhand-Scenario: NAME, or [scenario: NAME] in the prompt.',
    '',
    ...scenarios,
    '',
  ].join('\n');
}
