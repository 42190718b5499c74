/** What an msw set-up of Deckhand does with requests to other services: it lets them pass. */

/** The option has different names in msw 2 and msw 3. */
export const BYPASS = { onUnhandledRequest: 'bypass', onUnhandledFrame: 'bypass' } as const;
