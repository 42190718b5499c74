/** The only table of control verbs. The control API and the handles in process use it. */
import {
  advanceClock,
  advanceToNextEvent,
  pauseClock,
  readClock,
  resumeClock,
  setClockSpeed,
} from './clocks.js';
import { readConduct } from './conduct.js';
import { armFault, disarmFault, disarmFaults, listArmedFaults } from './faults.js';
import { askJob, completeJob, failJob, replyToJob, stallJob } from './interventions.js';
import { getJob, listJobs } from './jobs.js';
import { clearJournal, exportJournal, getExchange, readJournal } from './journals.js';
import { resetWorkspace } from './reset.js';
import { restoreSnapshot } from './restore-snapshot.js';
import { clearScenario, getScenario, listScenarios, useScenario } from './scenarios.js';
import type { Verb } from './scene.js';
import { takeSnapshot } from './take-snapshot.js';
import type { VerbId } from './types.js';
import { changeWorkspace, createApiKey, getWorkspace, listWorkspaces } from './workspaces.js';

/** Verbs for people and tools. A page that only mocks the API does not load them. */
const starting = () => import('./start-job.js');
const texts = () => import('./scenario-texts.js');

export const verbs: { readonly [Id in VerbId]: Verb<Id> } = {
  listWorkspaces,
  getWorkspace,
  changeWorkspace,
  resetWorkspace,
  createApiKey,
  takeSnapshot,
  restoreSnapshot,
  listScenarios,
  getScenario,
  getScenarioSource: async (...call) => (await texts()).getScenarioSource(...call),
  saveScenarioSource: async (...call) => (await texts()).saveScenarioSource(...call),
  checkScenario: async (...call) => (await texts()).checkScenario(...call),
  useScenario,
  clearScenario,
  readClock,
  pauseClock,
  resumeClock,
  setClockSpeed,
  advanceClock,
  advanceToNextEvent,
  listJobs,
  startJob: async (...call) => (await starting()).startJob(...call),
  listWorkspaceTemplates: async (...call) => (await starting()).listWorkspaceTemplates(...call),
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
