/** The curl lines of a finding, in the order in which their requests were sent, with the waits between them. */
import type { ExchangeReport, FindingReport } from '../report/report.js';

/** A shorter wait passes while a command is pasted. */
const MIN_SLEEP_MS = 1000;

interface RequestLines {
  /** The line before them: what they do not do. */
  readonly title: string;
  readonly lines: readonly string[];
}

/** @param cited the exchanges that the finding cites */
export function buildRequestLines(
  cited: readonly ExchangeReport[],
  { timing, exchange }: Pick<FindingReport, 'timing' | 'exchange'>,
): RequestLines | undefined {
  const ordered = [...new Set(cited)].toSorted((one, two) => one.startedAt - two.startedAt);
  const [earlier, later] = [timing?.after, exchange].map((sequence) =>
    ordered.find((one) => one.sequence === sequence),
  );
  const isTogether = (timing !== undefined && timing.delayMs < 0) || haveConcurrentChanges(ordered);
  const isJoined = timing?.isOnOneConnection === true && !isTogether && canJoin(earlier) && canJoin(later);
  const lines = ordered.flatMap((one): readonly string[] => {
    if (one.curl === undefined || (isJoined && one === earlier)) return [];
    if (isJoined && one === later) return [`${earlier?.curl} --next ${one.curl.slice('curl '.length)}`];
    return one === later && timing && timing.delayMs >= MIN_SLEEP_MS
      ? [`sleep ${Math.ceil(timing.delayMs / 100) / 10}`, one.curl]
      : [one.curl];
  });
  if (lines.length === 0) return undefined;
  return {
    title: formatTitle(isTogether, timing?.isOnOneConnection === true && !isJoined && !isTogether),
    lines: lines.filter((line, index) => line !== lines[index - 1]),
  };
}

/** Whether two changes were under way at the same time. */
const haveConcurrentChanges = (ordered: readonly ExchangeReport[]): boolean =>
  ordered.some((one, index) => {
    const next = ordered[index + 1];
    if (!next || one.method === 'GET' || next.method === 'GET') return false;
    return next.startedAt < one.startedAt + one.durationMs;
  });

/** Whether curl can send it on one connection with another request: its body is no input of a pipe. */
const canJoin = (one: ExchangeReport | undefined): boolean => one?.curl?.startsWith('curl ') === true;

function formatTitle(isTogether: boolean, isSeparate: boolean): string {
  if (isTogether) return 'Requests (the lines do not send them at the same instant):';
  return isSeparate ? 'Requests (the lines do not use one connection):' : 'Requests:';
}
