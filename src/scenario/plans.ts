/** The plans of workspaces. */

/** The plans that include the API (1). */
export const API_PLANS: readonly string[] = ['max', 'business'];
