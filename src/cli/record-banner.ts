/** What the terminal shows once the recording proxy listens. */
import pc from 'picocolors';
import { isLocalAddress } from '../adapters/local-address.js';
import { printableLine } from '../adapters/printable.js';

interface Shown {
  readonly host: string;
  readonly har?: string;
  readonly readOnly?: boolean;
  readonly insecure?: boolean;
}

export function recordBanner(url: string, baseUrl: string, options: Shown): string {
  const { origin, pathname } = new URL(baseUrl);
  const line = (name: string, text: string) => `  ${name.padEnd(12)}${text}`;
  const warning = (text: string) => pc.yellow(`  ${text}`);
  return [
    '',
    `${pc.bold('Deckhand')} records what passes between clients and ${printableLine(origin)}`,
    '',
    line('Ask', pc.cyan(url + pathname)),
    line('instead of', printableLine(baseUrl)),
    ...(options.har === undefined ? [] : [line('HAR', printableLine(options.har))]),
    ...(options.readOnly ? [line('Read-only', 'whatever starts or changes something is refused')] : []),
    ...(options.insecure
      ? [warning('Any certificate is trusted: whoever is in between can read the keys.')]
      : []),
    ...(isLocalAddress(options.host)
      ? []
      : [warning(`Listening on ${options.host}: whoever reaches this machine can use it.`)]),
    '',
    '  Violations are shown as they come; Ctrl-C ends it with a report.',
    '',
  ].join('\n');
}
