/** Reads and judges a recording in a thread of its own, so that the panel stays responsive. */
import { fromHar } from '../../journal/har.js';
import { TrafficJudge, type Report } from '../../contract/index.js';
import { Anonymiser } from '../../replay/anonymiser.js';
import { recordedJobs, type RecordedJob } from '../../replay/recorded-jobs.js';
import { replayScenario } from '../../replay/replay-scenario.js';
import type { FromWorker, RecordedJobView, RecordedPart, Recording, ToWorker } from './recording.js';

/** The number of jobs that are shown. */
const MOST_JOBS = 200;
const MOST_PROBLEMS = 20;

let jobs: readonly RecordedJob[] = [];

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  void answerTo(data)
    .catch((error: unknown): FromWorker => ({
      error: error instanceof Error ? error.message : String(error),
    }))
    .then((message) => postMessage(message));
});

async function answerTo(asked: ToWorker): Promise<FromWorker> {
  if ('make' in asked) {
    const job = jobs.find(({ id }) => id === asked.make);
    if (!job) return { error: `The recording has no job ${asked.make} that can be replayed.` };
    const { scenario, notes } = replayScenario(job, new Anonymiser(false));
    return { made: { text: JSON.stringify(scenario, null, 2), notes }, of: asked.make };
  }
  return read(asked.file);
}

async function read(file: File): Promise<FromWorker> {
  let har: unknown;
  try {
    har = JSON.parse(await file.text());
  } catch {
    return {
      error: `${file.name} is not JSON. Drop a HAR file, for example from the network tab of a browser.`,
    };
  }
  const { exchanges, problems } = fromHar(har);
  if (exchanges.length === 0) return { error: `${file.name}: ${problems[0] ?? 'it has no requests'}.` };
  const judge = new TrafficJudge();
  judge.addSegment(exchanges);
  while (judge.isWaiting) judge.step();
  const report = judge.report({ tool: { name: 'deckhand', version: '' }, target: file.name });
  const recorded = recordedJobs(exchanges);
  ({ jobs } = recorded);
  const why = new Map(
    recorded.others.flatMap(({ id, why: reason }) => (id === undefined ? [] : [[id, reason]])),
  );
  return { recording: recordingOf(file.name, report, problems, why) };
}

function recordingOf(
  name: string,
  report: Report,
  problems: readonly string[],
  why: ReadonlyMap<string, string>,
): Recording {
  const { rules, traces, requests } = report;
  return {
    name,
    requests,
    jobs: traces.slice(0, MOST_JOBS).map((trace) => jobView(trace, why)),
    broken: rules.flatMap(({ id, title, outcome, findings }) =>
      outcome === 'fail' || outcome === 'warn'
        ? [{ id, title, outcome, messages: [...new Set(findings.map(({ message }) => message))].slice(0, 5) }]
        : [],
    ),
    holds: rules.filter(({ outcome }) => outcome === 'pass').length,
    notReached: rules.filter(({ outcome }) => outcome === 'not-reached').length,
    problems: problems.slice(0, MOST_PROBLEMS),
  };
}

function jobView(
  { id, polls, messages }: Report['traces'][number],
  why: ReadonlyMap<string, string>,
): RecordedJobView {
  const times = [...polls, ...messages].map(({ at }) => at);
  const start = Math.min(...times);
  const length = times.length === 0 ? 0 : Math.max(...times) - start;
  const isReplayable = jobs.some((job) => job.id === id);
  return {
    id,
    length,
    parts: partsOf(
      polls.map(({ at, status }) => ({ at: at - start, status })),
      length,
    ),
    polls: polls.map(({ at, status }) => ({ at: at - start, status })),
    reason: isReplayable ? undefined : (why.get(id) ?? 'its calls were not recorded'),
  };
}

/** A part lasts until the first poll with another status. A poll without a status does not end it. */
function partsOf(polls: RecordedJobView['polls'], length: number): RecordedPart[] {
  const changes = polls.filter(
    ({ status }, index) =>
      status !== undefined &&
      status !== polls.slice(0, index).findLast((poll) => poll.status !== undefined)?.status,
  );
  return changes.map(({ at, status = '' }, index) => ({
    status,
    from: at,
    to: changes[index + 1]?.at ?? length,
  }));
}
