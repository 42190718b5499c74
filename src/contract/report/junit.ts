/**
 * The report as JUnit XML: one test case for each rule. A rule that was not reached or has only accepted violations is a skipped
 * test. It keeps to what the schemas of Jenkins (junit-10.xsd) and of Ant have in common: `testsuites` without attributes, one
 * result in a case, and all output in the suite.
 */
import { entryProblem } from '../baseline.js';
import { accessLines } from './access.js';
import { entryName } from './baseline-text.js';
import { countText, coverageKinds } from './coverage-counts.js';
import { escapedLines, markup, type Markup } from './markup.js';
import type { BaselineReport, ExchangeReport, Report, RuleReport } from './model.js';
import { evidenceLines } from './evidence-lines.js';
import { headline } from './headline.js';
import { isoTime } from './iso-time.js';
import { ruleText } from './rule-text.js';
import { gatewayLines, leftBehindLines, OPERATION_HEADS, operationRows } from './traffic-lines.js';

interface Case {
  readonly kind: 'passed' | 'failure' | 'error' | 'skipped';
  readonly xml: Markup;
  /** Warnings and observations, for the output of the suite. */
  readonly output?: Markup;
}

export function junitReport(report: Report): string {
  const exchanges = new Map(report.exchanges.map((exchange) => [exchange.sequence, exchange]));
  const cases = [
    evidenceCase(report),
    ...report.rules.map((rule) => ruleCase(rule, exchanges)),
    ...(report.baseline ?? []).map(entryCase),
  ];
  const count = (kind: Case['kind']) => cases.filter((testCase) => testCase.kind === kind).length;
  const totals = markup`tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}" time="${report.seconds.toFixed(3)}"`;
  const { text } = markup`<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
<testsuite name="${suiteName(report)}" package="deckhand" id="0" hostname="localhost" ${totals} timestamp="${isoTime(report.startedAt).slice(0, 19)}">
<properties>
${propertiesOf(report).map(([name, value]) => markup`<property name="${name}" value="${value}"/>\n`)}</properties>
${cases.map(({ xml }) => markup`${xml}\n`)}<system-out>${cases.map(({ output }) => output)}</system-out>
<system-err></system-err>
</testsuite>
</testsuites>
`;
  return text;
}

/** A name must not be blank. */
const suiteName = ({ target }: Report): string => (/\S/.test(target) ? target : 'unknown target');

function propertiesOf(report: Report): readonly [string, string][] {
  const { tool, outcome, reason, requests, jobs, coverage, notes } = report;
  return [
    ['tool', `${tool.name} ${tool.version}`],
    ['outcome', reason === undefined ? outcome : `${outcome}: ${reason}`],
    ['headline', headline(report)],
    ['requests', String(requests)],
    ['jobs', String(jobs)],
    ...accessLines(report.access ?? {}).map((line): [string, string] => ['access', line]),
    ...gatewayLines(report).map((line): [string, string] => ['gateway', line]),
    ...operationRows(report.operations).map(([endpoint = '', ...values]): [string, string] => [
      `operation ${endpoint}`,
      values.map((value, index) => `${OPERATION_HEADS[index + 1]}: ${value}`).join(', '),
    ]),
    ...leftBehindLines(report.leftBehind).map((line): [string, string] => ['left behind', line]),
    ...coverageKinds.map(([kind, label]): [string, string] => [
      `seen ${kind}`,
      countText(coverage[kind], label),
    ]),
    ...notes.map((note): [string, string] => ['note', note]),
  ];
}

/** Missing evidence is one failing case, because skipped cases are easy to overlook. */
function evidenceCase(report: Report): Case {
  const { outcome, reason = '' } = report;
  const name = 'enough was seen for a verdict';
  const lines = evidenceLines(report).map((line) => markup`${line}\n`);
  if (outcome === 'error')
    return testCase(
      'evidence',
      name,
      'error',
      markup`<error message="${reason}" type="evidence">${lines}</error>`,
    );
  if (outcome !== 'incomplete' && report.evidence.missing.length === 0)
    return testCase('evidence', name, 'passed', undefined, markup`evidence: ${name}\n${lines}\n`);
  return testCase(
    'evidence',
    name,
    'failure',
    markup`<failure message="${reason}" type="evidence">${lines}</failure>`,
  );
}

function ruleCase(rule: RuleReport, exchanges: ReadonlyMap<number, ExchangeReport>): Case {
  const { id, title, outcome, reason = '', findings } = rule;
  const topic = id.split('/')[0] ?? id;
  const name = `${id}: ${title}`;
  const first = findings[0]?.message ?? reason;
  const text = escapedLines(ruleText(rule, exchanges));
  const out = markup`${text}\n\n`;
  switch (outcome) {
    case 'fail':
      return testCase(
        topic,
        name,
        'failure',
        markup`<failure message="${first}" type="${id}">${text}</failure>`,
      );
    case 'error':
      return testCase(topic, name, 'error', markup`<error message="${reason}" type="${id}">${text}</error>`);
    case 'not-reached':
      return testCase(topic, name, 'skipped', markup`<skipped message="${`not reached: ${reason}`}"/>`);
    case 'accepted': {
      const { owner = '', expires = '', reason: why = '' } = findings[0]?.accepted ?? {};
      const message = `accepted until ${expires} by ${owner}: ${why}`;
      return testCase(topic, name, 'skipped', markup`<skipped message="${message}"/>`, out);
    }
    case 'warn':
      return testCase(topic, name, 'passed', undefined, out);
    case 'observed':
      return testCase(topic, name, 'passed', undefined, markup`${name}\n${observedLines(rule)}\n`);
    case 'pass':
      return testCase(topic, name, 'passed');
  }
}

function observedLines({ findings, more }: RuleReport): Markup {
  const lines = findings.map(({ message }) => markup`${message}\n`);
  return markup`${lines}${more === undefined ? '' : `and ${more} more`}`;
}

function entryCase(entry: BaselineReport): Case {
  const name = entryName(entry);
  const problem = entryProblem(entry);
  if (problem === undefined) return testCase('baseline', name, 'passed');
  const message = `${problem} (${entry.owner}: ${entry.reason})`;
  if (entry.state === 'not-judged') {
    return testCase('baseline', name, 'skipped', markup`<skipped message="${message}"/>`);
  }
  return testCase('baseline', name, 'failure', markup`<failure message="${message}" type="baseline"/>`);
}

function testCase(topic: string, name: string, kind: Case['kind'], content?: Markup, output?: Markup): Case {
  const xml = markup`<testcase classname="${topic}" name="${name}" time="0">${content}</testcase>`;
  return { kind, xml, ...(output && { output }) };
}
