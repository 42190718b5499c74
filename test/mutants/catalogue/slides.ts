/** Section 1: the API does not change slides. Their number, their order and their texts stay the same. */
import { afterRename, editGetPresentation } from '../response-edits.js';
import type { Mutant } from '../mutant.js';
import type { JsonObject } from '../../reference-service/store.js';
import type { Call } from '../../reference-service/hooks.js';

type Slides = readonly JsonObject[];

const slidesOf = (presentation: JsonObject): Slides => presentation['sections'] as Slides;

function withSlides(edit: (slides: Slides, presentation: JsonObject) => readonly unknown[]) {
  return (presentation: JsonObject): JsonObject => ({
    ...presentation,
    sections: edit(slidesOf(presentation), presentation),
  });
}

const withHeading = (at: number, write: (heading: string) => string) =>
  withSlides((slides) =>
    slides.map((slide, index) =>
      index === at ? { ...slide, heading: write(String(slide['heading'])) } : slide,
    ),
  );

const isFetchedOften =
  (times: number) =>
  ({ presentation }: Call): boolean =>
    (presentation?.fetches ?? 0) > times;

const inBoth = ['1', '2.1', '2.2', '3', '4.2', '4.5'];
const fetched = ['1', '2.1', '4.2'];
const renamed = ['1', '2.1', '4.7'];

export const slides: readonly Mutant[] = [
  {
    id: 'slides-one-letter-differs',
    title: 'One letter of the last heading differs between the status response of the job and a fetch.',
    sections: inBoth,
    hooks: editGetPresentation(
      withHeading(4, (heading) => heading.replace(/.$/, 'y')),
      ({ presentation }) => presentation?.origin === 'generation',
    ),
  },
  {
    id: 'slides-rewritten-at-third-fetch',
    title: 'A heading is rewritten from the third fetch on, and updated_at is newer.',
    sections: fetched,
    hooks: editGetPresentation(
      (presentation) => ({
        ...withHeading(1, (heading) => `${heading} (revised)`)(presentation),
        updated_at: '2099-01-01T00:00:00.000Z',
      }),
      isFetchedOften(2),
    ),
  },
  ...(
    [
      ['text-removed', 'Slides lose a text', { lead: 'Quiet boats' }, {}],
      ['bullet-added', 'Slides get one more bullet', { bullets: ['Quiet'] }, { bullets: ['Quiet', 'Clean'] }],
      ['number-changed', 'The number in a caption changes', { caption: 'Pier 8' }, { caption: 'Pier 9' }],
    ] as const
  ).map(([id, title, before, after]): Mutant => ({
    id: `slides-${id}`,
    title: `${title} at the third fetch.`,
    sections: fetched,
    hooks: editGetPresentation((presentation, call) =>
      withSlides((all) => all.map((slide) => ({ ...slide, ...(isFetchedOften(2)(call) ? after : before) })))(
        presentation,
      ),
    ),
  })),
  {
    id: 'slides-without-texts-swapped',
    title: 'Slides without texts are in another order from the third fetch on.',
    sections: fetched,
    hooks: editGetPresentation((presentation, call) =>
      withSlides((all) => {
        const ids = all.map((_, id) => ({ id }));
        return isFetchedOften(2)(call) ? ids.reverse() : ids;
      })(presentation),
    ),
  },
  {
    id: 'title-rewritten-at-third-fetch',
    title: 'The title changes at the third fetch without a PATCH, and updated_at is newer.',
    sections: ['1', '2.1', '4.2', '4.7'],
    hooks: editGetPresentation(
      (presentation) => ({
        ...presentation,
        title: 'Rewritten',
        updated_at: '2099-01-01T00:00:00.000Z',
      }),
      isFetchedOften(2),
    ),
  },
  {
    id: 'rename-writes-its-title-on-the-first-slide',
    title: 'A rename also writes the new title on the first slide.',
    sections: renamed,
    hooks: afterRename((resource) => withHeading(0, () => String(resource['title']))(resource)),
  },
  {
    id: 'rename-shows-an-unknown-title-first',
    title: 'The first fetch after a rename returns a title that nobody wrote.',
    sections: renamed,
    hooks: editGetPresentation(
      (presentation) => ({ ...presentation, title: 'Saving …' }),
      ({ presentation }) => presentation?.fetches === (presentation?.lastRename?.fetches ?? NaN) + 1,
    ),
  },
];
