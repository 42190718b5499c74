// The public function of a generated validator: validates a value with one compiled schema, and returns each fault once.
import type { SchemaFault } from './fault.js';

export interface CompiledSchema {
  (value: unknown): boolean;
  errors?: readonly SchemaFault[] | null;
}

const maxFaults = 100;

export function validator(
  compiled: Readonly<Record<string, CompiledSchema>>,
): (schema: string, value: unknown) => SchemaFault[] {
  return (schema, value) => {
    const matches = compiled[schema];
    if (matches === undefined) throw new Error(`Unknown schema ${schema}`);
    if (matches(value)) return [];
    const found = matches.errors ?? [];
    // Frees the memory of the faults before the next call.
    matches.errors = null;
    return distinct(found);
  };
}

function distinct(faults: readonly SchemaFault[]): SchemaFault[] {
  const seen = new Map<string, SchemaFault>();
  for (const fault of faults) {
    const key = `${fault.pointer} ${fault.expected}`;
    if (!seen.has(key)) seen.set(key, fault);
    if (seen.size === maxFaults) break;
  }
  return [...seen.values()];
}
