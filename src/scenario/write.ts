/** Writes a scenario as a file of it would stand. */
import { stringify } from 'yaml';
import type { Scenario } from '../generated/control-api.js';

export function writeScenario(document: Scenario): string {
  return stringify(document, { lineWidth: 100 });
}
