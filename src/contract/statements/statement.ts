/** A statement of the interface, and the four kinds: judged by rules, not visible, open, or for clients. */

export interface Statement {
  /** The section of the interface. */
  readonly section: string;
  readonly text: string;
  /** Ids of rules about the service. `*` matches any characters. */
  readonly rules?: readonly string[];
  /** Ids of rules about clients, in the same form. */
  readonly clients?: readonly string[];
  /** The reason why no rule about the service can judge it. */
  readonly because?: string;
}

export const judgedBy = (section: string, text: string, ...rules: readonly string[]): Statement => ({
  section,
  text,
  rules,
});

/** HTTP traffic cannot show it. */
export const notVisible = (section: string, text: string, because: string): Statement => ({
  section,
  text,
  because,
});

/** The interface leaves it open. Rules may observe it, but they never fail. */
export const leftOpen = (section: string, text: string, ...rules: readonly string[]): Statement => ({
  section,
  text,
  rules,
  because: 'The interface leaves it open. Deckhand observes the behaviour of the target.',
});

/** A statement about clients, not about the service. */
export const forClients = (section: string, text: string, ...clients: readonly string[]): Statement => ({
  ...notVisible(section, text, 'The statement is about clients, not about the service.'),
  clients,
});

/** Whether a rule id matches one of the patterns. */
export function isCited(id: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    const [start = '', end] = pattern.split('*');
    return end === undefined ? id === pattern : id.startsWith(start) && id.endsWith(end);
  });
}
