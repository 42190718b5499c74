/** Sections 2.2 and 4.7: two requests at the same instant are two requests. */
import type { Mutant } from '../mutant.js';
import type { Presentation, ServiceStore } from '../../reference-service/store.js';
import type { Call, ServiceHooks } from '../../reference-service/hooks.js';
import { objectOf, refuse } from '../../reference-service/operations.js';
import { everydayTitles } from '../../../src/verify/test-payloads.js';
import { prefix } from '../../reference-service/routes.js';

/** Ms within which two requests of a run are at the same instant, also over sockets on a busy machine. */
const INSTANT_MS = 20;

const at = (call: Call): number => call.store.now();

/** A start gets the job of the one right before it. */
function oneJobForTwoStarts(): ServiceHooks {
  const starts = new WeakMap<ServiceStore, { readonly id: string; readonly time: number }>();
  return {
    replaceResponse: (call) => {
      const latest = call.operation === 'startGeneration' ? starts.get(call.store) : undefined;
      if (!latest || at(call) - latest.time >= INSTANT_MS || !call.store.jobs.has(latest.id))
        return undefined;
      const poll_url = `${prefix}/presentations/generate/${latest.id}/status`;
      return { status: 202, body: { generation_id: latest.id, status: 'generating', poll_url } };
    },
    editResponse: (response, call) => {
      const id = call.operation === 'startGeneration' && response.status === 202 ? call.job?.id : undefined;
      if (id !== undefined) starts.set(call.store, { id, time: at(call) });
      return response;
    },
  };
}

/** What a rename right after another one of the same presentation stores, in place of its title. */
function secondRename(
  choose: (presentation: Presentation, titles: readonly [string, string]) => string,
): ServiceHooks {
  const latest = new WeakMap<Presentation, { readonly title: string; readonly time: number }>();
  return {
    editResponse: (response, call) => {
      const { operation, presentation, input } = call;
      const { title } = objectOf(input);
      if (operation !== 'updatePresentation' || response.status !== 200 || !presentation) return response;
      if (typeof title !== 'string') return response;
      const before = latest.get(presentation);
      latest.set(presentation, { title, time: at(call) });
      if (before && before.title !== title && at(call) - before.time < INSTANT_MS) {
        const stored = choose(presentation, [before.title, title]);
        presentation.resource = { ...presentation.resource, title: stored };
      }
      return response;
    },
  };
}

export const sameInstant: readonly Mutant[] = [
  {
    id: 'starts-at-the-same-instant-share-a-job',
    title: 'Two starts at the same instant get one job.',
    sections: ['2.2', '4.4'],
    hooks: oneJobForTwoStarts(),
  },
  {
    id: 'renames-at-the-same-instant-are-mixed',
    title: 'Two renames at the same instant store a mixture of both titles.',
    sections: ['2.1', '4.7'],
    hooks: secondRename((_, [one, two]) => one.slice(0, 25) + two.slice(25)),
  },
  {
    id: 'renames-at-the-same-instant-are-lost',
    title: 'Two renames at the same instant restore the former title.',
    sections: ['2.1', '4.7'],
    hooks: secondRename(({ formerTitles }) => String(formerTitles.at(-2))),
  },
];

/** The second of the two renames that a run sends at the same instant is refused: nothing is lost. */
export const refusesSecondRename = (): ServiceHooks => {
  const latest = new WeakMap<Presentation, number>();
  return {
    replaceResponse: (call) => {
      const { operation, presentation, workspace } = call;
      if (operation !== 'updatePresentation' || presentation?.owner !== workspace || !presentation)
        return undefined;
      const isOfPair = everydayTitles.some((title) => title === objectOf(call.input)['title']);
      const isSecond = isOfPair && at(call) - (latest.get(presentation) ?? -Infinity) < INSTANT_MS;
      if (isOfPair) latest.set(presentation, at(call));
      return isSecond ? refuse(409, 'Another change is under way.') : undefined;
    },
  };
};
