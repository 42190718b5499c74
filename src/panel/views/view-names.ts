/** The views of the navigation, in its order, and the names of all views. */
import type { View } from '../state/route.js';

export const VIEW_NAMES: Readonly<Record<View, string>> = {
  jobs: 'Jobs',
  traffic: 'Traffic',
  rules: 'Rules',
  scenarios: 'Scenarios',
  faults: 'Faults',
  workspace: 'Workspace',
  import: 'Recording',
};

export const NAV_VIEWS = ['jobs', 'traffic', 'rules', 'scenarios', 'faults', 'workspace'] as const;
