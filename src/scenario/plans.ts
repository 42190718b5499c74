/** The plans of workspaces. */

/** The plans that include the API (1). */
export const PLANS_WITH_API: readonly string[] = ['max', 'business'];
