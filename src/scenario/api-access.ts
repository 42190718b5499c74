/** The plans with the API (1.5), and the scenarios that take the API away from their workspace. */
import type { Timeline } from './timeline.js';

export const API_PLANS: readonly string[] = ['max', 'business'];

/** Whether every request of the workspace is refused while the scenario is active. */
export function refusesAccess({ access }: Pick<Timeline, 'access'>): boolean {
  const { plan, apiEnabled } = access ?? {};
  return apiEnabled === false || (plan !== undefined && !API_PLANS.includes(plan));
}
