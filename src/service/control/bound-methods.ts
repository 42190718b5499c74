/** The methods of a workspace that run one operation of the control API, and two that read its clock. `bindMethods` creates them. */
import type { ClockInfo } from '../../generated/control-api.js';
import {
  clockMethods,
  type ClockMethods,
  workspaceMethods,
  type WorkspaceMethods,
} from '../../generated/workspace-methods.js';
import type { MethodTable } from './bind-methods.js';

/** `useScenario` is written by hand, because it also accepts what only the process of the caller can read. */
export type BoundMethods = Omit<WorkspaceMethods, 'useScenario'>;

/** The methods of a workspace's clock. */
export interface WorkspaceClock extends ClockMethods {
  /** The time on the clock, in milliseconds since 1970. */
  now(): number;
  /** The number of responses that wait for the clock because of latency, drip or a connection timeout. */
  pendingResponses(): number;
}

/** The same method with a promise. */
export type Promisified<Method> = Method extends (...args: infer Args) => infer Result
  ? (...args: Args) => Promise<Result>
  : never;

const { useScenario: _, ...withoutUseScenario } = workspaceMethods;

export const boundMethods: MethodTable<BoundMethods> = withoutUseScenario;

export const boundClockMethods: MethodTable<WorkspaceClock> = {
  ...clockMethods,
  now: {
    operation: 'getClock',
    summary: 'Get the time, in milliseconds since 1970',
    arguments: [],
    returns: ({ now }: ClockInfo) => Date.parse(now),
  },
  pendingResponses: {
    operation: 'getClock',
    summary: 'Get the number of responses that wait for the clock',
    arguments: [],
    returns: ({ pending_responses }: ClockInfo) => pending_responses,
  },
};
