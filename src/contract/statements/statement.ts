/** What a statement of the interface is, and the three ways there are to treat one. */

export interface Statement {
  /** Of the interface document. */
  readonly section: string;
  readonly text: string;
  /** Ids of rules; a `*` in one stands for anything. */
  readonly rules?: readonly string[];
  /** Ids of rules of conduct, which judge clients. */
  readonly clients?: readonly string[];
  /** Why no rule about the service can judge it. */
  readonly because?: string;
}

/** Rules judge it. */
export const guarded = (section: string, text: string, ...rules: readonly string[]): Statement => ({
  section,
  text,
  rules,
});

/** The wire cannot show it. */
export const unseen = (section: string, text: string, because: string): Statement => ({
  section,
  text,
  because,
});

/** The interface says that it does not say; rules may observe it, none can fail it. */
export const left = (section: string, text: string, ...rules: readonly string[]): Statement => ({
  section,
  text,
  rules,
  because: 'The interface leaves it open; what the target does is observed.',
});

/** A promise of the other side. */
export const forClients = (section: string, text: string, ...clients: readonly string[]): Statement => ({
  ...unseen(section, text, 'It is for clients: what a client does is not the service’s to keep.'),
  clients,
});

/** Whether a rule is meant by one of the ids or patterns. */
export function isCited(id: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    const [start = '', end] = pattern.split('*');
    return end === undefined ? id === pattern : id.startsWith(start) && id.endsWith(end);
  });
}
