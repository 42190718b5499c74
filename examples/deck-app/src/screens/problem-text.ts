/** Texts of problems for users: a title, and advice. */
import type { ApiProblem, ProblemKind } from '../api/problem';
import type { RetryState } from '../generation/retry';

interface ProblemText {
  readonly title: string;
  readonly advice: string;
}

const TEXTS: Readonly<Record<ProblemKind, ProblemText>> = {
  unreachable: {
    title: 'The service cannot be reached',
    advice: 'Check your connection, and try again.',
  },
  timeout: {
    title: 'The service is not responding',
    advice: 'It took too long. Try again in a moment.',
  },
  'invalid-response': {
    title: 'The response could not be read',
    advice: 'The service sent something unexpected. Try again in a moment.',
  },
  'rate-limited': {
    title: 'The service asks for a break',
    advice: 'There were too many requests. Try again in a moment.',
  },
  'server-error': {
    title: 'The service failed',
    advice: 'This is not your doing. Try again in a moment.',
  },
  unauthorized: {
    title: 'The service rejects the key',
    advice:
      'The API key of this app is missing or no longer valid. The owner of the app can make a new one in the workspace settings, section API.',
  },
  forbidden: {
    title: 'The API is switched off',
    advice:
      'This workspace may not use the API. An administrator can switch it on in the workspace settings, section API; it is part of the plans Max and Business.',
  },
  'not-found': {
    title: 'There is nothing here',
    advice: 'The service does not know this deck, or it belongs to another workspace.',
  },
  rejected: {
    title: 'The service rejected the request',
    advice: 'Change what you wrote, and try again.',
  },
};

export function problemText({ kind }: ApiProblem): ProblemText {
  return TEXTS[kind];
}

export function formatRetry({ problem, delayMs }: RetryState): string {
  return `${problemText(problem).title}. The next try is in ${formatDelay(delayMs)}.`;
}

function formatDelay(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds < 90) return seconds === 1 ? 'a second' : `${seconds} seconds`;
  return `${Math.round(seconds / 60)} minutes`;
}
