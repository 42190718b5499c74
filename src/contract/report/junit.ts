/**
 * The report as JUnit XML: one test case for each rule. A rule that was not reached or has only accepted violations is a skipped
 * test. It keeps to what the schemas of Jenkins (junit-10.xsd) and of Ant have in common: `testsuites` without attributes, one
 * result in a case, and all output in the suite.
 */
import { entryProblem } from '../baseline.js';
import {
  accessLines,
  headline,
  entryName,
  evidenceLines,
  gatewayLines,
  leftBehindLines,
  OPERATION_HEADS,
  operationRows,
} from './run-words.js';
import { escapedLines, markup, type Markup, type Part } from './markup.js';
import type { BaselineReport, ExchangeReport, Report, RuleReport } from './model.js';
import { ruleText } from './text.js';
import { acceptanceText, findingWords, isoTime, sentence } from './words.js';

interface Case {
  readonly kind: Result['kind'] | 'passed';
  readonly xml: Markup;
  /** Warnings and observations, for the output of the suite. */
  readonly output?: Markup;
}

export function junitReport(report: Report): string {
  const cases = [
    evidenceCase(report),
    ...report.rules.map((rule) => ruleCase(rule, report.exchanges)),
    ...(report.baseline ?? []).map(entryCase),
  ];
  const count = (kind: Case['kind']) => cases.filter((testCase) => testCase.kind === kind).length;
  const totals = markup`tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}" time="${report.seconds.toFixed(3)}"`;
  const { text } = markup`<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
<testsuite name="${report.target}" package="deckhand" id="0" hostname="localhost" ${totals} timestamp="${isoTime(report.startedAt).slice(0, 19)}">
<properties>
${propertiesOf(report).map(([name, value]) => markup`<property name="${name}" value="${value}"/>\n`)}</properties>
${cases.map(({ xml }) => markup`${xml}\n`)}<system-out>${cases.map(({ output }) => output)}</system-out>
<system-err></system-err>
</testsuite>
</testsuites>
`;
  return text;
}

function propertiesOf(report: Report): readonly [string, string][] {
  const { tool, outcome, reason, requests, jobs, notes } = report;
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
      values.map((value, index) => `${OPERATION_HEADS[index + 1]}: ${withUnit(value, index)}`).join(', '),
    ]),
    ...leftBehindLines(report.leftBehind).map((line): [string, string] => ['left behind', line]),
    ...notes.map((note): [string, string] => ['note', note]),
  ];
}

/** The figures after the four counts are milliseconds. */
const withUnit = (value: string, index: number): string =>
  index < 4 || value === '–' ? value : `${value} ms`;

/** Missing evidence is one failing case, because skipped cases are easy to overlook. */
function evidenceCase(report: Report): Case {
  const { outcome, reason = '', evidence } = report;
  const name = 'enough was seen for a verdict';
  const lines = evidenceLines(report).map((line) => markup`${line}\n`);
  const isEnough = outcome !== 'incomplete' && evidence.missing.length === 0;
  if (isEnough && outcome !== 'error')
    return testCase('evidence', name, undefined, markup`evidence: ${name}\n${lines}\n`);
  const kind = outcome === 'error' ? 'error' : 'failure';
  return testCase('evidence', name, { kind, message: reason, type: 'evidence', content: lines });
}

function ruleCase(rule: RuleReport, exchanges: readonly ExchangeReport[]): Case {
  const { id, title, outcome, reason = '', findings } = rule;
  const topic = id.split('/')[0] ?? id;
  const name = `${id}: ${title}`;
  const [first] = findings;
  const content = escapedLines(ruleText(rule, exchanges));
  const output = markup`${content}\n\n`;
  switch (outcome) {
    case 'fail': {
      const message = sentence(first ? findingWords(first) : reason);
      return testCase(topic, name, { kind: 'failure', message, type: id, content });
    }
    case 'error':
      return testCase(topic, name, { kind: 'error', message: reason, type: id, content });
    case 'not-reached':
      return testCase(topic, name, { kind: 'skipped', message: `Not reached: ${reason}` });
    case 'accepted': {
      const message = first?.accepted ? acceptanceText(first.accepted) : '';
      return testCase(topic, name, { kind: 'skipped', message }, output);
    }
    case 'warn':
      return testCase(topic, name, undefined, output);
    case 'observed':
      return testCase(topic, name, undefined, markup`${name}\n${observedLines(rule)}\n`);
    case 'pass':
      return testCase(topic, name);
  }
}

function observedLines({ findings, more }: RuleReport): Markup {
  const lines = findings.map((finding) => markup`${findingWords(finding)}\n`);
  return markup`${lines}${more === undefined ? '' : `and ${more} more`}`;
}

function entryCase(entry: BaselineReport): Case {
  const name = entryName(entry);
  const problem = entryProblem(entry);
  if (problem === undefined) return testCase('baseline', name);
  const message = `${problem} (${entry.owner}: ${entry.reason})`;
  if (entry.state === 'not-judged') return testCase('baseline', name, { kind: 'skipped', message });
  return testCase('baseline', name, { kind: 'failure', message, type: 'baseline' });
}

interface Result {
  readonly kind: 'failure' | 'error' | 'skipped';
  readonly message: string;
  readonly type?: string;
  readonly content?: Part;
}

/** @param result of a case that did not pass */
function testCase(topic: string, name: string, result?: Result, output?: Markup): Case {
  const { kind, message, type, content } = result ?? {};
  const facts = markup`message="${message}"${type === undefined ? undefined : markup` type="${type}"`}`;
  const shown =
    kind && (content ? markup`<${kind} ${facts}>${content}</${kind}>` : markup`<${kind} ${facts}/>`);
  const xml = markup`<testcase classname="${topic}" name="${name}" time="0">${shown}</testcase>`;
  return { kind: kind ?? 'passed', xml, ...(output && { output }) };
}
