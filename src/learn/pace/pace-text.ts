/** The pace of a service as lines for the terminal. */
import { counted } from '../../base/counted.js';
import type { PaceReport } from './pace-report.js';
import type { Spread } from './spread.js';

export function paceText(pace: PaceReport): string {
  const { jobs, ended, total, phases, questions, failures, requests } = pace;
  const of = (count: number): string => `${String(count).padStart(6)} of ${jobs}`;
  const textOf = (text: string | undefined): string => (text === undefined ? '' : `: ${text}`);
  return [
    `Pace of ${counted(jobs, 'job')}, ${ended} of them to the end`,
    ...(total ? [`  from start to end, without questions: ${spread(total)}`] : []),
    ...phases.map(
      ({ kind, text, jobs: own, duration, first }) =>
        `${of(own)} ${kind === 'opening' ? 'work without progress' : `show progress${textOf(text)}`}, ${spread(duration)} (first: ${first})`,
    ),
    ...questions.map(({ jobs: own, text, first }) => `${of(own)} ask${textOf(text)} (first: ${first})`),
    ...failures.map(({ jobs: own, text, first }) => `${of(own)} fail${textOf(text)} (first: ${first})`),
    ...requests.flatMap(({ operation, count, failures: often }) =>
      Object.entries(often).map(
        ([name, times]) =>
          `${String(times).padStart(6)} of ${counted(count, 'request')} of ${operation}: ${name}`,
      ),
    ),
  ].join('\n');
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

const spread = ({ min, median, max }: Spread): string =>
  `${seconds(min)} to ${seconds(max)}, half under ${seconds(median)}`;
