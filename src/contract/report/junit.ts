/**
 * The report for what reads JUnit files: one test case a rule, in the shape that Maven's surefire writes. A rule that was
 * not reached, or whose violations are accepted, is a skipped test; an open question is a passed one with its answer.
 */
import { baselineTrouble, entryTrouble } from '../baseline.js';
import { entryName } from './baseline-text.js';
import { countText, coverageKinds } from './coverage-counts.js';
import { escapedLines, markup, type Markup } from './markup.js';
import type { BaselineReport, ExchangeReport, Report, RuleReport } from './model.js';
import { moment } from './moment.js';
import { ruleText } from './rule-text.js';

interface Case {
  readonly kind: 'passed' | 'failure' | 'error' | 'skipped';
  readonly xml: Markup;
}

export function junitReport(report: Report): string {
  const exchanges = new Map(report.exchanges.map((exchange) => [exchange.sequence, exchange]));
  const cases = [
    ...runCase(report),
    ...report.rules.map((rule) => ruleCase(rule, exchanges)),
    ...(report.baseline ?? []).map(entryCase),
  ];
  const count = (kind: Case['kind']) => cases.filter((testCase) => testCase.kind === kind).length;
  const totals = markup`tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}" time="${report.seconds.toFixed(3)}"`;
  const { text } = markup`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="deckhand" ${totals}>
<testsuite name="${report.target}" ${totals} timestamp="${moment(report.startedAt).slice(0, 19)}">
<properties>
${propertiesOf(report).map(([name, value]) => markup`<property name="${name}" value="${value}"/>\n`)}</properties>
${cases.map(({ xml }) => markup`${xml}\n`)}</testsuite>
</testsuites>
`;
  return text;
}

function propertiesOf({
  tool,
  outcome,
  reason,
  requests,
  jobs,
  coverage,
  notes,
}: Report): readonly [string, string][] {
  return [
    ['tool', `${tool.name} ${tool.version}`],
    ['outcome', reason === undefined ? outcome : `${outcome}: ${reason}`],
    ['requests', String(requests)],
    ['jobs', String(jobs)],
    ...coverageKinds.map(([kind, words]): [string, string] => [
      `seen ${kind}`,
      countText(coverage[kind], words),
    ]),
    ...notes.map((note): [string, string] => ['note', note]),
  ];
}

/** A run that broke off is an error of its own, or nobody would miss what it did not judge. */
function runCase({ outcome, reason, baseline = [] }: Report): readonly Case[] {
  if (outcome === 'pass' || reason === undefined || reason === baselineTrouble(baseline)) return [];
  return [
    testCase('run', 'the check came to its end', 'error', markup`<error message="${reason}" type="run"/>`),
  ];
}

function ruleCase(rule: RuleReport, exchanges: ReadonlyMap<number, ExchangeReport>): Case {
  const { id, title, outcome, reason = '', findings } = rule;
  const topic = id.split('/')[0] ?? id;
  const name = `${id}: ${title}`;
  const first = findings[0]?.message ?? reason;
  const text = escapedLines(ruleText(rule, exchanges));
  const out = markup`<system-out>${text}</system-out>`;
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
      return testCase(topic, name, 'skipped', markup`<skipped message="${message}"/>${out}`);
    }
    case 'warn':
      return testCase(topic, name, 'passed', out);
    case 'observed':
      return testCase(topic, name, 'passed', markup`<system-out>${observedLines(rule)}</system-out>`);
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
  const trouble = entryTrouble(entry);
  if (trouble === undefined) return testCase('baseline', name, 'passed');
  const message = `${trouble} (${entry.owner}: ${entry.reason})`;
  if (entry.state === 'not-judged') {
    return testCase('baseline', name, 'skipped', markup`<skipped message="${message}"/>`);
  }
  return testCase('baseline', name, 'failure', markup`<failure message="${message}" type="baseline"/>`);
}

function testCase(topic: string, name: string, kind: Case['kind'], content?: Markup): Case {
  const xml = markup`<testcase classname="${topic}" name="${name}" time="0">${content}</testcase>`;
  return { kind, xml };
}
