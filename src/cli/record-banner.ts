/** The text that the terminal shows when the recording proxy is ready. */
import pc from 'picocolors';
import { accessLines, type Access } from '../contract/index.js';
import { isLocalAddress } from '../transports/exposure.js';
import { printableLine } from '../base/printable.js';

interface RecordBannerOptions {
  readonly host: string;
  readonly har?: string;
  readonly readOnly?: boolean;
  readonly access?: Access;
}

export function recordBanner(url: string, baseUrl: string, options: RecordBannerOptions): string {
  const { origin, pathname } = new URL(baseUrl);
  const line = (name: string, text: string) => `  ${name.padEnd(12)}${text}`;
  const warning = (text: string) => pc.yellow(`  ${text}`);
  return [
    '',
    `${pc.bold('Deckhand')} records the traffic between clients and ${printableLine(origin)}`,
    '',
    line('Use', pc.cyan(url + pathname)),
    line('instead of', printableLine(baseUrl)),
    ...(options.har === undefined
      ? []
      : [line('HAR', options.har === '-' ? 'standard output' : printableLine(options.har))]),
    ...(options.readOnly
      ? [line('Read-only', 'requests that start a job or change something are refused')]
      : []),
    ...accessLines(options.access ?? {}).map((text) => warning(printableLine(text))),
    ...(isLocalAddress(options.host)
      ? []
      : [warning(`Listening on ${options.host}: other machines can use this proxy.`)]),
    '',
    '  Violations are shown at once. Ctrl-C stops the proxy and prints the report.',
    '',
  ].join('\n');
}
