// What the machine code calls for every fault it finds. Knows no schema: the generator has put the words into the code.
import { suggestion } from './suggestion.js';

export interface SchemaFault {
  pointer: string;
  keyword: string;
  expected: string;
}

/** Adds a fault to the list. A field that is too much comes with its name and, as `expected`, the fields there are. */
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

/** The RFC 6901 pointer one step further in. */
function child(pointer: string, name: string): string {
  return `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
