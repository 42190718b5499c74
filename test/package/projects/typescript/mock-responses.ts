/** What this mock server sends, also where the specification leaves it open. */
import type { BodyIssue, paths, Problem, TemplateList } from 'deckhand/types/mock';

export type TemplatesResponse = paths['/templates']['get']['responses'][200];

export const templateNames = ({ templates }: TemplateList): string[] => templates.map(({ name }) => name);

export function describeProblem({ title, detail, errors = [] }: Problem): string {
  return [title, detail, ...errors.map(describeIssue)].join('\n');
}

const describeIssue = ({ pointer, detail }: BodyIssue): string => `${pointer} ${detail}`;
