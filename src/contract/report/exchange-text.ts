/** When an exchange took place, and how to find it elsewhere: in the logs of the service, and in the recording. */
import type { ExchangeReport } from './model.js';
import { isoTime } from './iso-time.js';

export function exchangeFacts({ time, took, requestId, source }: ExchangeReport): readonly string[] {
  return [
    isoTime(time),
    `took ${took < 10_000 ? `${Math.round(took)} ms` : `${(took / 1000).toFixed(1)} s`}`,
    ...(requestId === undefined ? [] : [`request id ${requestId}`]),
    ...(source === undefined ? [] : [source]),
  ];
}
