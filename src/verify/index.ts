/** Verifies a deployment: what other folders import. `planRun` estimates a run, and `verify` runs it, and judges its journal. */
export {
  DEFAULT_VERIFY_OPTIONS,
  getDefaultPollInterval,
  resolveVerifyOptions,
  type VerifyOptions,
} from './options.js';
export { planRun } from './plan.js';
export type { RunEvent } from './run-events.js';
export type { RunPlan } from './run-plan.js';
export { verify, type VerifyResult } from './verify.js';
