/** Every curl line of a report runs as pasted, and sends the request of an exchange that the report cites. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Exchange } from '../../../src/journal/exchange.js';
import { formatReport, reporters, type Report } from '../../../src/judge/index.js';
import {
  credentialVariantPlaceholders,
  invalidKeyPlaceholders,
  keyPlaceholders,
} from '../../../src/judge/model/key-placeholders.js';
import { isSentAgain } from '../../../src/judge/report/curl.js';
import { mutants } from '../../mutants/mutants.js';
import { verifyInVirtualTime } from '../../verify/virtual-time-run.js';
import { startCurlPaster, type ArrivedRequest } from './paste-curl.js';
import { fail } from './samples.js';
import { ORIGIN, wire } from './sample-traffic.js';

const KEY = 'Key-1 $(exit 7) "ä"';

const variables = {
  DECKHAND_API_KEY: KEY,
  DECKHAND_OTHER_API_KEY: 'other-key',
  DECKHAND_API_KEY_WITHOUT_ACCESS: 'key-without-access',
  X_GATE: 'gate 7',
};

/** What each placeholder of a journal stands for. An invalid key that is not made from the key is any other. */
const secrets: readonly (readonly [placeholder: string, secret: string])[] = [
  [keyPlaceholders.main, KEY],
  [keyPlaceholders.other, variables.DECKHAND_OTHER_API_KEY],
  [keyPlaceholders.disabled, variables.DECKHAND_API_KEY_WITHOUT_ACCESS],
  [invalidKeyPlaceholders.truncated, KEY.slice(0, -1)],
  [invalidKeyPlaceholders.extended, `${KEY}x`],
  [invalidKeyPlaceholders.empty, ''],
  [invalidKeyPlaceholders['other-case'], 'kEY-1 $(EXIT 7) "ä"'],
  [invalidKeyPlaceholders.unknown, 'not-a-key'],
  [invalidKeyPlaceholders['other-scheme'], 'not-a-key'],
  [invalidKeyPlaceholders['basic-scheme'], 'not-a-key'],
  [credentialVariantPlaceholders.quoted, `"${KEY}"`],
  [credentialVariantPlaceholders['other-scheme'], KEY],
  [credentialVariantPlaceholders['lowercase-bearer'], KEY],
  ['[redacted gateway]', variables.X_GATE],
];

const reveal = (value: string): string =>
  secrets.reduce((text, [placeholder, secret]) => text.replaceAll(placeholder, () => secret), value);

/** The exchange as it should arrive: without the headers that belong to one connection or client. */
const expected = ({ request: { method, url, headers, body } }: Exchange): ArrivedRequest => ({
  method,
  path: url.slice(new URL(url).origin.length),
  headers: sorted(
    headers.filter(([name]) => isSentAgain(name)).map(([name, value]) => [name, reveal(value).trim()]),
  ),
  body: body?.text ?? '',
});

/** Without what curl adds for the connection. */
const comparable = ({ headers, ...request }: ArrivedRequest): ArrivedRequest => ({
  ...request,
  headers: sorted(headers.filter(([name]) => isSentAgain(name))),
});

const sorted = (headers: ArrivedRequest['headers']): ArrivedRequest['headers'] =>
  headers.map(([name, value]) => [name.toLowerCase(), value] as const).toSorted();

const decodeEntities = (text: string): string =>
  text
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

/** As a reader sees each format. */
const readers: Readonly<Record<string, (text: string) => string>> = {
  'annotations.txt': (text) => text.replaceAll('%0A', '\n').replaceAll('%25', '%'),
  json: (text) => (JSON.parse(text) as Report).exchanges.map(({ curl = '' }) => curl).join('\n'),
  html: (text) => decodeEntities(text.replace(/<[^>]*>/g, '\n')),
  md: (text) => text,
  txt: (text) => text,
  xml: (text) => decodeEntities(text.replace(/<[^>]*>/g, '\n')),
};

const curlLines = (text: string): readonly string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => /^(?:curl|printf) /.test(line)),
  ),
];

const folder = join(import.meta.dirname, 'golden');
const goldens = [
  ...readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const),
  ['fail.html', reporters.html(fail)] as const,
];

test('every line of every stored report sends the request of its exchange', async () => {
  const paster = await startCurlPaster(ORIGIN);
  try {
    for (const [name, text] of goldens) {
      const ending = name.slice(name.indexOf('.') + 1);
      const lines = curlLines(readers[ending]?.(text) ?? '');
      // The sample of a failed run cites four different requests, and that of a passed run none.
      if (ending !== 'json') expect(lines, name).toHaveLength(name.startsWith('fail') ? 4 : 0);
      for (const line of lines) await expectSent(line, wire, fail, paster);
    }
  } finally {
    await paster.close();
  }
});

const chosen = [
  'created-has-another-title-when-fetched',
  'message-without-key-rejected-but-applied',
  'other-key-rename-rejected-but-applied',
  'empty-x-api-key-accepted',
  'any-x-api-key-accepted',
  'key-without-access-accepted',
  'job-title-corrupted-after-rename',
  'reply-advances-oldest-job',
  'failed-job-returns-504-without-a-body',
];

test.each(mutants.filter(({ id }) => chosen.includes(id)))(
  'every line of the report of a run sends the request of its exchange: $id',
  async ({ hooks, needs }) => {
    const { report, exchanges } = await verifyInVirtualTime([hooks], needs);
    const lines = curlLines(formatReport(report, { verbose: true }));
    expect(lines.length).toBeGreaterThan(0);
    const paster = await startCurlPaster(new URL(report.target).origin);
    try {
      for (const line of lines) await expectSent(line, exchanges, report, paster);
    } finally {
      await paster.close();
    }
  },
);

async function expectSent(
  line: string,
  journal: readonly Exchange[],
  { exchanges }: Report,
  { paste }: Awaited<ReturnType<typeof startCurlPaster>>,
): Promise<void> {
  const cited = exchanges.find(({ curl }) => curl === line);
  const exchange = journal.find(({ sequence }) => sequence === cited?.sequence);
  if (!exchange) throw new Error(`No exchange has this line: ${line}`);
  const arrived = await paste(line, variables);
  expect(arrived.map(comparable), line).toEqual([expected(exchange)]);
}
