/**
 * `deckhand/verify`: verifies a service, judges a recording, and formats a report, as the commands `verify` and `judge` do. Node only:
 * it connects through proxies and with TLS options. The report is that of `deckhand verify --report json`.
 */
import { parseBaseUrl } from '../app/options/base-url.js';
import { realNow } from '../base/real-time.js';
import { UserError } from '../base/user-error.js';
import { createContentDecoder } from '../files/decode-body.js';
import { readPackageVersion } from '../files/package-files.js';
import { fromHar } from '../journal/read-har.js';
import {
  Judge,
  reporters,
  serviceRules,
  validateBaseline,
  type Baseline,
  type BaselineEntry,
  type CoverageGap,
  type Report,
  type ReportFormat,
} from '../judge/index.js';
import { unzstd } from '../proxy/unzstd.js';
import { verifyService, type VerifyServiceOptions } from './verify/verify-service.js';

export type { BaselineEntry, Report, ReportFormat, VerifyServiceOptions };

/** The options of `judge`. */
export interface JudgeHarOptions {
  /** The base URL of the service, ending in `/api/v1`. Default: found in the recording. */
  readonly baseUrl?: string;
  /** How long replicas may return an old title, in ms. Default: 2,000. */
  readonly consistencyWindow?: number;
  /** Known violations, which do not fail the report. */
  readonly baseline?: readonly BaselineEntry[];
}

/**
 * Verifies a service against the spec: starts jobs, renames presentations, and sends requests that must be rejected (sections 3 to 8). It
 * restores titles, and cannot delete what it created.
 * @returns a report with the outcome `pass`, `fail`, `incomplete` or `error`; never rejects because of the service
 * @throws UserError for invalid options
 */
export async function verify(options: VerifyServiceOptions): Promise<Report> {
  const { report } = await verifyService(options);
  return report;
}

/**
 * Judges recorded traffic: the service and its clients. Sends nothing.
 * @param har a parsed HAR file
 * @throws UserError if it is not a HAR file
 */
export function judge(har: unknown, options: JudgeHarOptions = {}): Report {
  const { baseline: entries, baseUrl, ...others } = options;
  const traceOptions = { ...others, ...(baseUrl !== undefined && { baseUrl: parseBaseUrl(baseUrl) }) };
  const baseline = entries && toBaseline(entries);
  const { exchanges, warnings, isComplete } = readHar(har);
  const judgement = new Judge({ ...traceOptions, maxExchanges: Infinity, maxCharacters: Infinity });
  for (const exchange of exchanges) judgement.add(exchange);
  const gaps = [
    ...(isComplete === false ? ['the recording is unfinished'] : []),
    ...(warnings.length > 0 ? [`${warnings.length} of its entries could not be read`] : []),
  ];
  return judgement.report({
    tool: { name: 'deckhand', version: readPackageVersion() },
    target: 'a recording',
    notes: warnings,
    gaps: gaps.map((reason): CoverageGap => ({ topic: 'recording', reason, flags: [] })),
    ...(baseline && { baseline }),
  });
}

/** Renders a report as `--report` does. @param format `text`, `json`, `html`, `junit`, `github` … */
export function formatReport(report: Report, format: ReportFormat): string {
  const reporter = (reporters as Readonly<Partial<Record<string, (report: Report) => string>>>)[format];
  if (reporter) return reporter(report);
  throw new UserError('invalid-option', `The report format ${JSON.stringify(format)} is unknown.`, {
    hint: `The formats are ${Object.keys(reporters).join(', ')}.`,
  });
}

function readHar(har: unknown): ReturnType<typeof fromHar> {
  const isHar = Array.isArray(
    (har as { readonly log?: { readonly entries?: unknown } } | null)?.log?.entries,
  );
  if (isHar) return fromHar(har, { decode: createContentDecoder(unzstd) });
  throw new UserError('invalid-har', 'This is not a HAR file: it has no log.entries.', {
    hint: 'Pass the parsed file: judge(JSON.parse(await readFile("staging.har", "utf8"))).',
  });
}

function toBaseline(value: readonly BaselineEntry[]): Baseline {
  const read = validateBaseline(value, serviceRules);
  if ('entries' in read) return { entries: read.entries, now: realNow() };
  const [first] = read.errors;
  throw new UserError('invalid-baseline', `baseline${first?.pointer ?? ''}: ${first?.message ?? ''}`, {
    ...(first?.hint !== undefined && { hint: first.hint }),
  });
}
