/** A step as people name it: `Step 2 (click button "Make")`. */
import type { KeptStep, Target } from '../wall-types.js';

export function stepText(step: KeptStep, number: number): string {
  return `Step ${number} (${step.do} ${step.do === 'visit' ? step.path : targetText(step.on)})`;
}

function targetText([way]: Target): string {
  if (!way) return 'nothing';
  if ('role' in way) return `${way.role} ${JSON.stringify(way.name)}`;
  if ('label' in way) return JSON.stringify(way.label);
  return 'testId' in way ? `[${way.attribute}=${way.testId}]` : way.css;
}
