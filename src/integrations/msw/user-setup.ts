/** The application's own msw server or worker, which also responds for Deckhand. */

/** The methods that change handlers. Their types differ between copies of msw. */

/** The methods that change handlers. Their types differ between copies of msw. */
export interface MswSetup {
  readonly use: (...added: never[]) => void;
  readonly resetHandlers: (...initial: never[]) => void;
  readonly listHandlers: () => readonly unknown[];
}

/**
 * Puts handlers in front of the initial ones, unless they are there. `resetHandlers()` of the application keeps them. The
 * handlers that the application added with `use` stay in front, until it resets them.
 */
export function addInitialHandlers(own: MswSetup, added: readonly unknown[]): void {
  const all = own.listHandlers();
  if (added.every((handler) => all.includes(handler))) return;
  own.resetHandlers();
  const initial = own.listHandlers();
  const later = all.filter((handler) => !initial.includes(handler));
  own.resetHandlers(...([...added, ...initial] as never[]));
  own.use(...(later as never[]));
}

/* Lets msw bypass requests that Deckhand does not handle. */

/** The option has different names in msw 2 and msw 3. */
export const BYPASS_UNHANDLED = { onUnhandledRequest: 'bypass', onUnhandledFrame: 'bypass' } as const;
