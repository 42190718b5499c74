/** The options of commands and package entries that serve over HTTP. */
import * as kind from './kinds.js';
import { mockServerOptions, projectOptions } from './mock-server-options.js';
import { optionTable, rowsAt, type Values } from './option.js';

export const port = kind.whole(0, 65_535);

/** An address to listen on. It must not be empty: Node would then listen on every interface. */
export const host = kind.stringKind(
  (address) => /^[\w.:-]+$/.test(address),
  'Expected an address such as 127.0.0.1, or 0.0.0.0 for every interface.',
);

const hostName = kind.stringKind(
  (name) => /^[\w.-]+$/.test(name),
  'Expected a host name such as deckhand.internal.',
);

export const hostNames: kind.Kind<readonly string[]> = {
  fromTexts: (texts) => texts,
  check: (value, where) =>
    kind
      .listOf(hostName, "['deckhand.internal']")
      .check(value, where)
      .map((name) => name.toLowerCase()),
};

/**
 * Whether `HOST` in the environment is an address for a server. Conda sets it to a platform, and some shells to the name of the
 * machine: those are ignored.
 */
export function isAddress(text: string): boolean {
  if (/^(?:[\w-]+\.)*localhost$/i.test(text)) return true;
  if (text.includes(':')) return URL.canParse(`http://[${text.replace(/%.*$/, '')}]`);
  return /^\d+(?:\.\d+){3}$/.test(text) && URL.canParse(`http://${text}`);
}

const TYPES = 'Expected true, false, or the path of a file.';

const serve = rowsAt('serve');

export const serverOptions = optionTable({
  port: serve('--port <number>', port, 'the port; 0 selects a free one', { env: 'PORT', default: 4010 }),
  host: serve('--host <address>', host, 'the address to listen on', {
    env: 'HOST',
    ignoresEnv: (text: string) => !isAddress(text),
    default: '127.0.0.1',
  }),
  tlsCert: serve('--tls-cert <file>', kind.text, 'serve HTTPS with this certificate, in PEM'),
  tlsKey: serve('--tls-key <file>', kind.text, 'the private key of the certificate, in PEM'),
  ...mockServerOptions,
  ...projectOptions,
  log: rowsAt('serve', 'deckhand/vite')(
    '--log <style>',
    kind.choice('pretty', 'json', 'silent'),
    'the format of the request log',
    { default: 'pretty' },
  ),
  allowHosts: rowsAt('serve', 'deckhand/server')(
    '--allow-host <name>',
    hostNames,
    'another host name that clients can use for this server (repeatable)',
  ),
  state: serve(
    '--state <file>',
    kind.text,
    'load the state from this file, and save it there while running; a snapshot of the panel or the control API is only read',
  ),
  controlToken: rowsAt('serve', 'deckhand/server', 'deckhand/vite')(
    '--control-token <token>',
    kind.token,
    'a token that requests to the control API must have',
    { env: 'DECKHAND_CONTROL_TOKEN' },
  ),
  tls: { kind: kind.unchecked<object>(), doors: ['deckhand/server'] },
  types: {
    kind: {
      check: (value, where) =>
        typeof value === 'boolean'
          ? value
          : kind.stringKind((file) => file !== '', TYPES).check(value, where),
    },
    doors: ['deckhand/vite'],
  },
  allowProduction: { kind: kind.trueOrFalse, doors: ['deckhand/node', 'deckhand/express'] },
  workspace: { kind: kind.text, doors: ['deckhand/node'] },
  server: { kind: kind.unchecked<object>(), doors: ['deckhand/node'] },
  onExchange: { kind: kind.unchecked<() => void>(), doors: ['deckhand/server', 'deckhand/express'] },
  onBug: { kind: kind.unchecked<() => void>(), doors: ['deckhand/express'] },
  onRefusedOrigin: { kind: kind.unchecked<() => void>(), doors: ['deckhand/express'] },
});

export const execOptions = optionTable({
  strictConduct: rowsAt('exec')(
    '--strict-conduct',
    kind.trueOrFalse,
    'exit with 1 if a client broke a rule, even if the command succeeded',
  ),
  ...mockServerOptions,
  ...projectOptions,
  port: rowsAt('exec')('--port <number>', port, 'the port; 0 selects a free one', { default: 0 }),
});

export type ServeOptions = Values<typeof serverOptions, 'serve'>;
export type ExecOptions = Values<typeof execOptions, 'exec'>;
