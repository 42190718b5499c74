/**
 * Other forms of a documented path, in which `deckhand verify` sends requests without a key: routers may treat such a form like
 * the documented path, and the check of the key may not. Sections 4 and 5.
 */
export const pathForms = ['trailing-slash', 'double-slash', 'encoded-letter', 'upper-case'] as const;

export type PathForm = (typeof pathForms)[number];

/** As in `its path ENDS IN A SLASH`. */
export const pathFormLabels: Readonly<Record<PathForm, string>> = {
  'trailing-slash': 'ends in a slash',
  'double-slash': 'begins with two slashes',
  'encoded-letter': 'has a percent-encoded letter',
  'upper-case': 'has capital letters',
};

const FIRST_SEGMENT = /^\/([^/]+)/;

/** @param path below the base URL: `/templates` */
export function toPathForm(path: string, form: PathForm): string {
  switch (form) {
    case 'trailing-slash':
      return `${path}/`;
    case 'double-slash':
      return `/${path}`;
    case 'encoded-letter':
      return path.replace(/^\/([a-z])/, (_, letter: string) => `/%${letter.charCodeAt(0).toString(16)}`);
    case 'upper-case':
      return path.replace(FIRST_SEGMENT, (segment) => segment.toUpperCase());
  }
}

/** The documented path of one in another form; `undefined` if it has none. */
export function readPathForm(path: string): { readonly form: PathForm; readonly path: string } | undefined {
  if (path.startsWith('//')) return { form: 'double-slash', path: path.slice(1) };
  const [, first = ''] = FIRST_SEGMENT.exec(path) ?? [];
  const rest = path.slice(first.length + 1);
  const letter = /^%([67][0-9a-f])/i.exec(first)?.[1];
  if (letter !== undefined)
    return {
      form: 'encoded-letter',
      path: `/${String.fromCharCode(Number.parseInt(letter, 16))}${first.slice(3)}${rest}`,
    };
  return /[A-Z]/.test(first) ? { form: 'upper-case', path: `/${first.toLowerCase()}${rest}` } : undefined;
}
