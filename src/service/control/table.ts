/** The only table of control verbs. The control API and the handles in process use it. */
import {
  advanceClock,
  advanceToNextEvent,
  pauseClock,
  readClock,
  resumeClock,
  setClockSpeed,
} from './clocks.js';
import { readChanges } from './changes.js';
import { readConduct } from './conduct.js';
import { armFault, disarmFault, disarmFaults, listArmedFaults } from './faults.js';
import { askJob, completeJob, failJob, replyToJob, stallJob } from './interventions.js';
import { getJob, listJobs } from './jobs.js';
import { clearJournal, exportJournal, getExchange, readJournal } from './journals.js';
import { resetWorkspace } from './reset.js';
import { clearScenario, getScenario, listScenarios, useScenario } from './scenarios.js';
import { later, type Verb } from './verb-context.js';
import type { VerbId } from '../../control/verb-types.js';
import { changeWorkspace, createApiKey, getWorkspace, listWorkspaces } from './workspaces.js';

const starting = () => import('./start-job.js');
const savedState = () => import('./saved-state.js');
const texts = () => import('./scenario-texts.js');

export const verbs: { readonly [Id in VerbId]: Verb<Id> } = {
  listWorkspaces,
  getWorkspace,
  changeWorkspace,
  resetWorkspace,
  readChanges,
  createApiKey,
  save: later(async () => (await savedState()).save),
  load: later(async () => (await savedState()).load),
  listScenarios,
  getScenario,
  getScenarioSource: later(async () => (await texts()).getScenarioSource),
  useScenario,
  clearScenario,
  readClock,
  pauseClock,
  resumeClock,
  setClockSpeed,
  advanceClock,
  advanceToNextEvent,
  listJobs,
  startJob: later(async () => (await starting()).startJob),
  listWorkspaceTemplates: later(async () => (await starting()).listWorkspaceTemplates),
  getJob,
  replyToJob,
  askJob,
  failJob,
  completeJob,
  stallJob,
  listArmedFaults,
  armFault,
  disarmFaults,
  disarmFault,
  readJournal,
  clearJournal,
  getExchange,
  exportJournal,
  readConduct,
};
