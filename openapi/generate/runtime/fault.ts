// The compiled validators call this for every fault. Knows no schema: the generator writes the messages into the calls.
import { suggestion } from './suggestion.js';

export interface SchemaFault {
  pointer: string;
  keyword: string;
  expected: string;
}

/** Adds a fault to the list. For an unknown field, `extra` is its name and `expected` has the known fields. */
export function fault(
  found: SchemaFault[] | null,
  pointer: string,
  keyword: string,
  expected: string | readonly string[],
  extra?: string,
): SchemaFault[] {
  const faults = found ?? [];
  if (typeof expected === 'string') faults.push({ pointer, keyword, expected });
  else if (extra !== undefined)
    faults.push({ pointer: child(pointer, extra), keyword, expected: unknown(extra, expected) });
  return faults;
}

function unknown(field: string, known: readonly string[]): string {
  const meant = suggestion(field, known);
  const hint = meant === undefined ? '' : ` (did you mean ${meant}?)`;
  return known.length === 0
    ? 'is not a field here'
    : `is not a field here; known fields are ${known.join(', ')}${hint}`;
}

/** The JSON pointer of a field (RFC 6901). */
function child(pointer: string, name: string): string {
  return `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
