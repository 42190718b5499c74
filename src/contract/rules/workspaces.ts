/** A key reaches what its workspace owns, and nothing else. Section 5. */
import type { Judgement, Rule } from '../rule.js';
import type { OperationId } from '../../generated/routes.js';
import { fieldOf } from '../trace/answer.js';
import { isBefore, isKeyed } from '../trace/call.js';
import { isGoneAfterItsEnd } from '../trace/job.js';
import type { Trace } from '../trace/trace.js';
import { effectsOf } from './effects.js';
import { intrusions, isAboutJob } from './intrusions.js';
import { each, fail } from './judging.js';
import { showsAllTheSame } from './shown-all-the-same.js';

const noOther = 'no second workspace took part (--other-api-key)';

const reading =
  'Judged only where the two keys open different workspaces: their presentations say so, or whoever ran the check does.';

const probes = [
  ['getPresentation', 'reads-no-presentation', 'reads a presentation', '4.2'],
  ['updatePresentation', 'renames-no-presentation', 'renames a presentation', '4.7'],
  ['getGenerationStatus', 'polls-no-job', 'polls a job', '4.5'],
  ['sendGenerationMessage', 'replies-to-no-job', 'replies to a job', '4.6'],
] as const;

export const workspaceRules: readonly Rule[] = [
  ...probes.map(([operation, name, what, section]): Rule => ({
    id: `workspace/foreign-key-${name}`,
    sections: ['1', '5', section],
    level: 'must',
    title: `A key never ${what} of another workspace`,
    reading,
    judge: (trace) => judgeIntrusions(trace, operation, what),
  })),
  {
    id: 'workspace/owner-still-reaches-it',
    sections: ['5'],
    level: 'must',
    title: 'What a foreign key was refused still works for its owner',
    judge: (trace) => {
      const attempts = probes
        .flatMap(([operation]) => intrusions(trace, operation))
        .filter(({ call }) => !call.ok);
      const next = attempts.flatMap(({ call, owner }) => {
        const looks = trace
          .about(isAboutJob(call.operation) ? 'getGenerationStatus' : 'getPresentation', call.id)
          .filter((look) => look.by.key === owner);
        const later = looks.find((look) => isBefore(call, look));
        return later && looks.some((look) => look.ok && isBefore(look, call)) ? [later] : [];
      });
      return each([...new Set(next)], noOther, (call) =>
        [403, 404, 410].includes(call.status) && !isGoneAfterItsEnd(call, trace.job(call.id))
          ? fail('its owner no longer reaches what a foreign key asked for', {
              expected: 'any 2xx',
              actual: call.status,
              call,
            })
          : undefined,
      );
    },
  },
  {
    id: 'workspace/key-reaches-its-own',
    sections: ['2.1', '5'],
    level: 'must',
    title: 'A key reaches every presentation that says it is of the key’s workspace',
    reading: 'A key’s workspace is the one that its own presentations name.',
    judge: (trace) => {
      const known = trace.keyed('getPresentation').flatMap((call) => {
        const presentation = trace.presentation(call.id);
        if (!presentation || presentation.owner === call.by.key) return [];
        const own = trace.workspaces.of(call.by.key ?? '');
        const named = presentation.sightings.map(({ value }) => fieldOf(value, 'workspace_id'));
        const shared = named.find((id) => typeof id === 'string' && own?.has(id));
        return own && named.length > 0 ? [{ call, shared }] : [];
      });
      return each(known, noOther, ({ call, shared }) => {
        if (shared === undefined || ![403, 404].includes(call.status)) return undefined;
        const details = {
          expected: `success: it is of ${JSON.stringify(shared)}, as the key’s own are`,
          actual: call.status,
          call,
        };
        return fail('a key is refused a presentation that says it is of the key’s own workspace', details);
      });
    },
  },
  {
    id: 'workspace/one-for-each-key',
    sections: ['2.1', '5'],
    level: 'must',
    title: 'All presentations of one key belong to one workspace',
    judge: (trace) => {
      const seen = trace.sightings.filter(({ call }) => isKeyed(call) && !call.by.isBlurred);
      const first = new Map<string | undefined, unknown>();
      return each(
        seen.length > 1 ? seen : [],
        'fewer than two presentations were seen',
        ({ call, value }) => {
          if (
            trace.presentation(call.operation === 'getPresentation' ? call.id : '')?.owner === undefined &&
            call.operation === 'getPresentation'
          )
            return undefined;
          const actual = fieldOf(value, 'workspace_id');
          if (typeof actual !== 'string') return undefined;
          const known = first.get(call.by.key);
          first.set(call.by.key, known ?? actual);
          return known === undefined || known === actual
            ? undefined
            : fail('one key shows presentations of two workspaces', { expected: known, actual, call });
        },
      );
    },
  },
];

function judgeIntrusions(trace: Trace, operation: OperationId, what: string): Judgement {
  const attempts = intrusions(trace, operation).filter(
    ({ call }) => call.status !== 0 && call.status !== 429,
  );
  return each(attempts, noOther, ({ call }) => {
    if (call.ok)
      return fail(`a key ${what} of another workspace`, { expected: 'a refusal', actual: call.status, call });
    if (showsAllTheSame(call))
      return fail(`a key is refused, and still ${what} of another workspace`, { actual: call.status, call });
    return effectsOf(call, trace, `a key is refused, and still ${what} of another workspace`);
  });
}
