// The face of a generated validator: runs the machine code of one schema and hands out what it found, each fault once.
import type { SchemaFault } from './fault.js';

export interface Machine {
  (value: unknown): boolean;
  errors?: readonly SchemaFault[] | null;
}

/** More faults than this help nobody. */
const mostFaults = 100;

export function validator(
  machines: Readonly<Record<string, Machine>>,
): (schema: string, value: unknown) => SchemaFault[] {
  return (schema, value) => {
    const machine = machines[schema];
    if (machine === undefined) throw new Error(`There is no schema ${schema}`);
    if (machine(value)) return [];
    const found = machine.errors ?? [];
    // It would keep the faults alive until the next call.
    machine.errors = null;
    return distinct(found);
  };
}

function distinct(faults: readonly SchemaFault[]): SchemaFault[] {
  const seen = new Map<string, SchemaFault>();
  for (const fault of faults) {
    const key = `${fault.pointer} ${fault.expected}`;
    if (!seen.has(key)) seen.set(key, fault);
    if (seen.size === mostFaults) break;
  }
  return [...seen.values()];
}
