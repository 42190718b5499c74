/** The text that the terminal shows when the recording proxy is ready. */
import { styleText } from 'node:util';
import { accessLines, type Access } from '../contract/index.js';
import { isLoopback } from '../base/loopback.js';
import { onOneLine } from '../base/text/neutral.js';

interface RecordBannerOptions {
  readonly host: string;
  readonly har?: string;
  readonly readOnly?: boolean;
  readonly access?: Access;
}

export function recordBanner(url: string, baseUrl: string, options: RecordBannerOptions): string {
  const { origin, pathname } = new URL(baseUrl);
  const line = (name: string, text: string) => `  ${name.padEnd(12)}${text}`;
  const warning = (text: string) => styleText('yellow', `  ${text}`);
  return [
    '',
    `${styleText('bold', 'Deckhand')} records the traffic between clients and ${onOneLine(origin)}`,
    '',
    line('Use', styleText('cyan', url + pathname)),
    line('instead of', onOneLine(baseUrl)),
    ...(options.har === undefined
      ? []
      : [line('HAR', options.har === '-' ? 'standard output' : onOneLine(options.har))]),
    ...(options.readOnly
      ? [line('Read-only', 'requests that start a job or change something are refused')]
      : []),
    ...accessLines(options.access ?? {}).map((text) => warning(onOneLine(text))),
    ...(isLoopback(options.host)
      ? []
      : [warning(`Listening on ${options.host}: other machines can use this proxy.`)]),
    '',
    '  Violations are shown at once. Ctrl-C stops the proxy and prints the report.',
    '',
  ].join('\n');
}
