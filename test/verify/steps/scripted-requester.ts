/** A requester for one step alone: each request gets a made-up response, and no time passes while it is under way. */
import { bodyFromText } from '../../../src/journal/body.js';
import { Requester } from '../../../src/verify/requester.js';
import { resolveVerifyOptions, type VerifyOptions } from '../../../src/verify/options.js';
import { planRun } from '../../../src/verify/plan.js';
import type { RunPlan } from '../../../src/verify/run-plan.js';
import type { OutgoingRequest } from '../../../src/journal/transport.js';
import type { RunEvent } from '../../../src/verify/run-events.js';

const BASE_URL = 'http://service.example/api/v1';

export interface ScriptedResponse {
  readonly status: number;
  readonly body?: unknown;
}

export interface ScriptedRun {
  readonly requester: Requester;
  readonly plan: RunPlan;
  /** `GET /templates`, with the body of a change, and ` as other` for another key than that under test. */
  readonly sent: string[];
  readonly notes: string[];
  /** What is changed and not restored. */
  readonly left: () => readonly string[];
}

const KEYS: Readonly<Record<string, string>> = {
  'main-key': '',
  'other-key': ' as other',
  'disabled-key': ' without access',
};

function describeKey({ headers }: OutgoingRequest): string {
  const credential = headers.find(([name]) => name === 'authorization' || name === 'x-api-key')?.[1];
  if (credential === undefined) return ' without a key';
  return KEYS[credential.replace(/^Bearer /, '')] ?? ' with an invalid key';
}

/** @param respond the response to the n-th request with this text, from 1 */
export function createScriptedRun(
  options: Partial<VerifyOptions>,
  respond: (request: string, times: number) => ScriptedResponse,
): ScriptedRun {
  const all = { baseUrl: BASE_URL, apiKey: 'main-key', requestsPerMinute: 0, ...options };
  const sent: string[] = [];
  const notes: string[] = [];
  let left: readonly string[] = [];
  let now = Date.UTC(2026, 0, 15);
  const requester = new Requester({
    settings: resolveVerifyOptions(all),
    transport: async (outgoing) => {
      const path = outgoing.url.slice(BASE_URL.length);
      const body = outgoing.body === undefined ? '' : ` ${outgoing.body}`;
      const request = `${outgoing.method} ${path}${body}${describeKey(outgoing)}`;
      sent.push(request);
      const times = sent.filter((one) => one === request).length;
      const { status, body: responseBody } = respond(request, times);
      return {
        response: {
          status,
          headers: [['content-type', 'application/json']],
          ...(responseBody !== undefined && { body: bodyFromText(JSON.stringify(responseBody)) }),
        },
      };
    },
    clock: {
      now: () => now,
      sleep: async (ms) => void (now += ms),
    },
    emit: (event: RunEvent) => {
      if (event.kind === 'note') notes.push(event.text);
      if (event.kind === 'changes') left = event.left;
    },
    deadline: Infinity,
    maxRequests: 1000,
    requestTimeout: 1000,
  });
  return { requester, plan: planRun(all), sent, notes, left: () => left };
}
