/** Builds a rule that applies to each operation. Its findings name the operation and cite its section. */
import type { Level, Rule, RuleMeta, RuleResult } from '../rule.js';
import type { Trace } from '../model/trace.js';
import { operations, type OperationMeta } from './operations.js';

export interface OperationRuleDefinition extends Omit<RuleMeta, 'level'> {
  /** Those that hold for each operation. The section of the operation is added. */
  readonly sections: readonly string[];
  /** Default: `must`. */
  readonly level?: Level;
  readonly checkOperation: (trace: Trace, operation: OperationMeta) => RuleResult;
}

export function createOperationRule({
  level = 'must',
  sections,
  checkOperation,
  ...meta
}: OperationRuleDefinition): Rule {
  return {
    ...meta,
    level,
    operations: operations.map(({ id }) => id),
    sections: [...sections, ...operations.map(({ section }) => section).sort()],
    judge: (trace) => {
      const results = operations.map((operation) => ({ operation, ...checkOperation(trace, operation) }));
      return {
        checked: results.reduce((sum, { checked }) => sum + checked, 0),
        findings: results.flatMap(({ operation: { id, section }, findings }) =>
          findings.map((finding) => ({ ...finding, operation: id, sections: [...sections, section] })),
        ),
        operations: results.map(({ operation, checked, notCovered }) => ({
          operation: operation.id,
          checked,
          ...(notCovered !== undefined && { notCovered }),
        })),
        ...getSharedReason(results),
      };
    },
  };
}

/** The reason of the rule: that of all operations, or of the first one. */
function getSharedReason(results: readonly RuleResult[]): Pick<RuleResult, 'notCovered'> {
  const reason = results.find(({ notCovered }) => notCovered !== undefined)?.notCovered;
  return reason === undefined ? {} : { notCovered: reason };
}
