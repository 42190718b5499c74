/** The rule about the numbers in progress: they count the slides of their own job. Sections 2.2 and 4.5. */
import { fieldOf } from '../../base/json.js';
import type { JobTrace } from '../../trace/job.js';
import type { Finding, Rule } from '../rule.js';
import { inWords } from '../words.js';
import { checkEach, warn } from './findings.js';

export const jobProgressRules: readonly Rule[] = [
  {
    id: 'job/progress-counts-its-slides',
    sections: ['2.2', '4.5'],
    level: 'should',
    title: 'The progress of a job counts its own slides',
    reading:
      'A warning, because two workers may write the two numbers: more completed slides than slides_total, which is above zero and was the same in all earlier views of the job. ' +
      'A total may grow or shrink as the outline changes, and slides may be written again: a number of completed slides that a total of another ' +
      'view reaches does not count.',
    judge: checkEach(
      (trace) => trace.jobs.filter((job) => figuresOf(job).length > 0),
      'not seen: a poll showed progress',
      judgeFigures,
    ),
  },
];

function figuresOf({ views }: JobTrace) {
  return views.flatMap(({ call, value }) => {
    const progress = fieldOf(value, 'progress');
    const total = fieldOf(progress, 'slides_total');
    const completed = fieldOf(progress, 'slides_completed');
    return typeof total === 'number' && typeof completed === 'number' ? [{ call, total, completed }] : [];
  });
}

function judgeFigures(job: JobTrace): Finding | undefined {
  const figures = figuresOf(job);
  const most = figures[0]?.total ?? 0;
  const end = figures.findIndex(({ total }) => total !== most);
  const steady = end < 0 ? figures : figures.slice(0, end);
  const beyond = steady.find(({ completed }) => completed > most);
  // Two workers may write the two numbers: the outline has just grown.
  if (!beyond || most <= 0 || figures.some(({ total }) => total >= beyond.completed)) return undefined;
  return warn('more slides are completed than the job has', {
    expected: inWords(`at most ${most}`),
    actual: beyond.completed,
    path: 'progress.slides_completed',
    call: beyond.call,
  });
}
