/** The names of the views. */
import type { View } from '../state/route.js';

export const VIEW_NAMES: Readonly<Record<View, string>> = {
  jobs: 'Jobs',
  traffic: 'Traffic',
  rules: 'Rules',
  scenarios: 'Scenarios',
  faults: 'Faults',
  workspace: 'Workspace',
};
