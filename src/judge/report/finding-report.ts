/** A finding in a report, with the part of each body that shows it. */
import { Description } from '../description.js';
import type { Finding } from '../rule.js';
import { buildExcerpt } from './body-excerpt.js';
import type { ExchangeIndex } from './exchange-index.js';
import type { Citations, Excerpts, FindingReport, FindingTiming } from './report.js';
import { truncateText, truncateValue } from './truncate.js';

export function buildFindingReport(finding: Finding, index: ExchangeIndex): FindingReport {
  const {
    severity,
    message,
    operation,
    sections,
    expected,
    actual,
    path,
    downgrade,
    exchange,
    comparedWith,
    effectOf,
    count,
    client,
    evidence,
    violatingExchanges,
  } = finding;
  const compared = index.exchange(comparedWith);
  const descriptions = (['expected', 'actual'] as const).filter(
    (side) => finding[side] instanceof Description,
  );
  const excerpts = buildExcerpts(finding, index);
  const timing = buildTiming(finding, index);
  return {
    severity,
    message: truncateText(message),
    ...(operation !== undefined && { operation }),
    ...(sections && { sections }),
    ...(expected !== undefined && { expected: truncateValue(toValue(expected)) }),
    ...(actual !== undefined && { actual: truncateValue(toValue(actual)) }),
    ...(descriptions.length > 0 && { descriptions }),
    ...(path !== undefined && { bodyPath: truncateText(path) }),
    ...(downgrade !== undefined && { downgrade }),
    ...(exchange !== undefined && { exchange }),
    ...(compared && { comparedWith: compared.sequence }),
    ...(effectOf !== undefined && { effectOf }),
    ...(excerpts && { excerpts }),
    ...(finding.isCauseUncertain === true && { isCauseUncertain: true }),
    ...(timing && { timing }),
    ...(count !== undefined && count > 1 && { count }),
    ...(client !== undefined && { client }),
    ...(evidence && { evidence }),
    ...(violatingExchanges && { violatingExchanges }),
  };
}

const toValue = (value: unknown): unknown => (value instanceof Description ? value.text : value);

/** Of findings that are not only information, and cite an earlier exchange. */
function buildTiming(
  { severity, exchange, comparedWith, effectOf, client, isOfConnection = false }: Finding,
  index: ExchangeIndex,
): FindingTiming | undefined {
  const later = index.exchange(exchange);
  const earlier = index.exchange(effectOf ?? comparedWith);
  if (severity === 'info' || client !== undefined || !later || !earlier || earlier === later)
    return undefined;
  if (earlier.startedAt > later.startedAt) return undefined;
  return {
    after: earlier.sequence,
    delayMs: later.startedAt - earlier.endedAt,
    ...(isOfConnection && { isOnOneConnection: true }),
  };
}

/** Of findings that are not only information. */
function buildExcerpts(finding: Finding, index: ExchangeIndex): Excerpts | undefined {
  if (finding.severity === 'info') return undefined;
  const excerptOf = (role: keyof Citations) => {
    const exchange = index.exchange(finding[role]);
    return exchange && buildExcerpt(exchange, role, finding);
  };
  const [exchange, comparedWith, effectOf] = [
    excerptOf('exchange'),
    excerptOf('comparedWith'),
    excerptOf('effectOf'),
  ];
  if (!exchange && !comparedWith && !effectOf) return undefined;
  return {
    ...(exchange && { exchange }),
    ...(comparedWith && { comparedWith }),
    ...(effectOf && { effectOf }),
  };
}
