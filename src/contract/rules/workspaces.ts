/** A key reaches what its workspace owns, and nothing else. Section 5. */
import type { Rule } from '../rule.js';
import type { OperationId } from '../../generated/routes.js';
import { fieldOf } from '../trace/answer.js';
import { isBefore, isKeyed, type Call } from '../trace/call.js';
import { isGoneAfterItsEnd } from '../trace/job.js';
import type { Trace } from '../trace/trace.js';
import { effectsOf } from './effects.js';
import { intrusions, isAboutJob, type Intrusion } from './intrusions.js';
import { fail, judging } from './judging.js';
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
    judge: judgingIntrusions(operation, what),
  })),
  {
    id: 'workspace/owner-still-reaches-it',
    sections: ['5'],
    level: 'must',
    title: 'What a foreign key was refused still works for its owner',
    judge: judging(nextOfOwners, noOther, (call, trace) =>
      [403, 404, 410].includes(call.status) && !isGoneAfterItsEnd(call, trace.job(call.id))
        ? fail('its owner no longer reaches what a foreign key asked for', {
            expected: 'any 2xx',
            actual: call.status,
            call,
          })
        : undefined,
    ),
  },
  {
    id: 'workspace/key-reaches-its-own',
    sections: ['2.1', '5'],
    level: 'must',
    title: 'A key reaches every presentation that says it is of the key’s workspace',
    reading: 'A key’s workspace is the one that its own presentations name.',
    judge: judging(visits, noOther, ({ call, shared }) => {
      if (shared === undefined || ![403, 404].includes(call.status)) return undefined;
      const details = {
        expected: `success: it is of ${JSON.stringify(shared)}, as the key’s own are`,
        actual: call.status,
        call,
      };
      return fail('a key is refused a presentation that says it is of the key’s own workspace', details);
    }),
  },
  {
    id: 'workspace/one-for-each-key',
    sections: ['2.1', '5'],
    level: 'must',
    title: 'All presentations of one key belong to one workspace',
    judge: judging(withFirst, 'fewer than two presentations were seen', ({ call, workspace, first }) =>
      first === workspace
        ? undefined
        : fail('one key shows presentations of two workspaces', { expected: first, actual: workspace, call }),
    ),
  },
];

const isAnswered = ({ call }: Intrusion): boolean => call.status !== 0 && call.status !== 429;

function judgingIntrusions(operation: OperationId, what: string): Rule['judge'] {
  return judging(
    (trace) => intrusions(trace, operation).filter(isAnswered),
    noOther,
    ({ call }, trace) => {
      if (call.ok)
        return fail(`a key ${what} of another workspace`, {
          expected: 'a refusal',
          actual: call.status,
          call,
        });
      if (showsAllTheSame(call))
        return fail(`a key is refused, and still ${what} of another workspace`, {
          actual: call.status,
          call,
        });
      return effectsOf(call, trace, `a key is refused, and still ${what} of another workspace`);
    },
  );
}

/** After each foreign key that was refused, the owner's next look at the thing, if it could be looked at before. */
function nextOfOwners(trace: Trace): readonly Call[] {
  const next = new Set<Call>();
  for (const [operation] of probes) {
    for (const { call, owner } of intrusions(trace, operation)) {
      if (call.ok) continue;
      const looks = trace
        .about(isAboutJob(call.operation) ? 'getGenerationStatus' : 'getPresentation', call.id)
        .filter((look) => look.by.key === owner);
      const later = looks.find((look) => isBefore(call, look));
      if (later && looks.some((look) => look.ok && isBefore(look, call))) next.add(later);
    }
  }
  return [...next];
}

interface Visit {
  readonly call: Call;
  /** The workspace that both the presentation and the key's own ones name. */
  readonly shared: unknown;
}

/** The fetches of presentations that another key owns, where it is known which workspaces both are of. */
function visits(trace: Trace): readonly Visit[] {
  const found: Visit[] = [];
  for (const call of trace.keyed('getPresentation')) {
    const presentation = trace.presentation(call.id);
    if (!presentation || presentation.owner === call.by.key) continue;
    const own = trace.workspaces.of(call.by.key ?? '');
    if (!own || presentation.sightings.length === 0) continue;
    const named = presentation.sightings.map(({ value }) => fieldOf(value, 'workspace_id'));
    found.push({ call, shared: named.find((id) => typeof id === 'string' && own.has(id)) });
  }
  return found;
}

interface KeyedSighting {
  readonly call: Call;
  /** The workspace that the presentation names, where it names one. */
  readonly workspace: string | undefined;
  /** The one that the same key saw first. */
  readonly first: string | undefined;
}

/** What keys saw, where they saw more than one presentation. */
function withFirst(trace: Trace): readonly KeyedSighting[] {
  const found: KeyedSighting[] = [];
  const firsts = new Map<string | undefined, string>();
  for (const { call, value } of trace.sightings) {
    if (!isKeyed(call) || call.by.isBlurred) continue;
    const named = isOwned(call, trace) ? fieldOf(value, 'workspace_id') : undefined;
    const workspace = typeof named === 'string' ? named : undefined;
    const first = workspace === undefined ? undefined : (firsts.get(call.by.key) ?? workspace);
    if (first !== undefined) firsts.set(call.by.key, first);
    found.push({ call, workspace, first });
  }
  return found.length > 1 ? found : [];
}

/** Whether it is known whose presentation it shows. */
const isOwned = (call: Call, trace: Trace): boolean =>
  call.operation !== 'getPresentation' || trace.presentation(call.id)?.owner !== undefined;
