/** The exchanges of a HAR file, one by one; what cannot be read is said and left out. */
import { readFileSync } from 'node:fs';
import type { Exchange } from '../journal/exchange.js';
import { fromHar } from '../journal/har.js';
import { UserError } from '../user-error.js';

/**
 * @param warn is told of each entry that cannot be read
 * @throws UserError when the file is no HAR at all
 */
export async function* harExchanges(file: string, warn: (text: string) => void): AsyncIterable<Exchange> {
  const { exchanges, problems } = fromHar(parsed(file));
  if (exchanges.length === 0 && problems.length > 0)
    throw new UserError('bad-input', `${file}: ${problems[0] ?? ''}.`);
  for (const problem of problems) warn(`${file}: ${problem}.`);
  yield* exchanges;
}

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8').replace(/^\ufeff/, ''));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    const what = cause instanceof SyntaxError ? 'is no JSON, so it is no HAR file' : 'cannot be read';
    throw new UserError('bad-input', `${file} ${what}.`, { hint: why, cause });
  }
}
