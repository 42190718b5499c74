/**
 * Keeps the interception of this process on while a stand-in needs it. The application's own msw server can start and stop at
 * any time: both use the one source of requests that msw has in a process.
 */
import { defaultNetworkOptions } from 'msw/node';
import { NetworkSource } from 'msw/experimental';
import { hasListener } from './has-listener.js';
import type { Frame } from './joined-source.js';
import { isMarked, otherCopy, refuseOtherCopies } from './other-copy.js';

/** Receives the requests that no stand-in and no other server takes. */
export type Rest = (event: { readonly frame: Frame }) => Promise<unknown>;

const [source] = defaultNetworkOptions.sources;
const original = { enable: source.enable.bind(source), disable: source.disable.bind(source) };

/** One for each listening stand-in. */
const holders = new Set<Rest>();

/** Whether a server of the application listens. */
let hasServer = hasListener(source);

source.enable = (...context: Parameters<typeof original.enable>) => {
  hasServer = true;
  if (holders.size === 0) original.enable(...context);
};

source.disable = () => {
  hasServer = false;
  if (holders.size === 0) return original.disable();
  void NetworkSource.prototype.disable.call(source);
  listen();
};

/** @throws UserError when another copy of msw listens */
export function hold(rest: Rest): void {
  if (holders.size === 0 && !hasServer) enable();
  holders.add(rest);
}

export function release(rest: Rest): void {
  if (holders.delete(rest) && holders.size === 0 && !hasServer) void original.disable();
}

function enable(): void {
  if (isMarked()) throw otherCopy('server');
  try {
    original.enable();
  } catch (cause) {
    // msw 3 does not intercept twice.
    throw otherCopy('server', cause);
  }
  // This copy has one source of requests, which does not start twice.
  refuseOtherCopies('server', () => false);
  listen();
}

function listen(): void {
  source.on('frame', ({ frame }) => [...holders].at(-1)?.({ frame }) as Promise<void>);
}
