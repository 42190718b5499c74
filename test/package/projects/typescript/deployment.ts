/** Checks of a deployment and of recorded traffic, with known violations. */
import {
  formatReport,
  judge,
  verify,
  type BaselineEntry,
  type JudgeHarOptions,
  type Report,
  type ReportFormat,
  type VerifyServiceOptions,
} from 'deckhand/verify';

const baseline: readonly BaselineEntry[] = [
  { rule: 'presentation/id-is-valid', reason: 'DECK-7', owner: 'api-team', expires: '2027-01-31' },
];

export const checkDeployment = (options: VerifyServiceOptions): Promise<Report> => verify(options);

export const checkRecording = (har: unknown, options: JudgeHarOptions = {}): Report =>
  judge(har, { baseline, ...options });

export const print = (report: Report, format: ReportFormat = 'text'): void =>
  console.log(formatReport(report, format));
