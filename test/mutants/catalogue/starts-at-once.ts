/** Section 4.4: starts that overlap in time, and what a service keeps where all requests find it. */
import { editAnswer } from '../edits.js';
import type { Mutant } from '../mutant.js';
import type { Job, JsonObject, World } from '../plain-service/records.js';
import { prefix } from '../plain-service/routes.js';
import type { Answer, Call, Variation } from '../plain-service/variation.js';

const latestStarts = new WeakMap<World, { readonly job: Job; readonly request: number }>();

/** Of two starts at once with the keys of two workspaces, the second one. The service keeps the first where all requests find it. */
function besideAnother(edit: (honest: Answer, call: Call, first: Job) => Answer): Variation {
  return editAnswer('startGeneration', (honest, call) => {
    const { job, world } = call;
    const latest = latestStarts.get(world);
    if (job) latestStarts.set(world, { job, request: world.requests });
    const isBeside =
      latest !== undefined && latest.job.owner !== job?.owner && world.requests - latest.request < 12;
    return isBeside ? edit(honest, call, latest.job) : honest;
  });
}

export const startsAtOnce: readonly Mutant[] = [
  {
    id: 'starts-at-once-get-one-poll-url',
    title: 'Of two starts at once with two keys, the second one gets the poll_url of the first.',
    sections: ['3', '4.4', '9'],
    needs: ['second-key'],
    apply: besideAnother((honest, _call, { id }) => ({
      ...honest,
      body: { ...(honest.body as JsonObject), poll_url: `${prefix}/presentations/generate/${id}/status` },
    })),
  },
  {
    id: 'starts-at-once-get-one-workspace',
    title:
      'Of two starts at once with two keys, the second one puts its job into the workspace of the first.',
    sections: ['4.5', '5'],
    needs: ['second-key'],
    apply: besideAnother((honest, { job, world }, { owner }) => {
      if (job) world.jobs.set(job.id, { ...job, owner });
      return honest;
    }),
  },
];
