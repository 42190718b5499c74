/** Adds Deckhand's handlers to the application's msw server or worker. */

/** Lets msw bypass requests that Deckhand does not handle. The option has different names in msw 2 and msw 3. */
export const BYPASS_UNHANDLED = { onUnhandledRequest: 'bypass', onUnhandledFrame: 'bypass' } as const;

/** The methods that change handlers. Their types differ between copies of msw. */
export interface MswSetup {
  readonly use: (...added: never[]) => void;
  readonly resetHandlers: (...initial: never[]) => void;
  readonly listHandlers: () => readonly unknown[];
}

/**
 * Prepends handlers to the initial ones, unless they are there already, so that `resetHandlers()` of the application keeps them.
 * Handlers that the application added with `use` stay in front until it resets them.
 */
export function addInitialHandlers(setup: MswSetup, added: readonly unknown[]): void {
  const all = setup.listHandlers();
  if (added.every((handler) => all.includes(handler))) return;
  setup.resetHandlers();
  const initial = setup.listHandlers();
  const later = all.filter((handler) => !initial.includes(handler));
  setup.resetHandlers(...([...added, ...initial] as never[]));
  setup.use(...(later as never[]));
}
