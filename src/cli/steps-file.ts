/** Reads a file of steps, and reports the first mistake with its line and column. */
import type { PlannedStep } from '../wall/kept/stage.js';
import { readSteps } from '../wall/kept/read-steps.js';
import { yamlFile } from './yaml-file.js';

/** @throws UserError for a file that cannot be read, and for a step with a mistake */
export function stepsFile(file: string): readonly PlannedStep[] {
  const { value, error } = yamlFile('steps', file);
  const read = readSteps(value);
  if ('mistake' in read) throw error(read.mistake);
  return read.steps;
}
