/** Section 2.1: the entries of sections have an open shape. They may hold data that changes from response to response. */
import { editJobPresentation, editGetPresentation } from '../../mutants/response-edits.js';
import type { JsonObject } from '../../reference-service/store.js';
import { combine, type Call, type ServiceHooks } from '../../reference-service/hooks.js';
import { createVariants, type ConformingVariant } from '../variant.js';

/** Each slide in the spec has these further fields. `turn` is another number in every response. */
function eachSlide(more: (turn: number, index: number, heading: string) => JsonObject): ServiceHooks {
  const edit = (presentation: JsonObject, { store }: Call): JsonObject => ({
    ...presentation,
    sections: (presentation['sections'] as JsonObject[]).map((slide, index) => ({
      ...slide,
      ...more(store.requests, index, String(slide['heading'])),
    })),
  });
  return combine([editGetPresentation(edit), editJobPresentation(edit)]);
}

export const slideData: readonly ConformingVariant[] = createVariants('sections', [
  [
    'counters',
    'Slides count their views, in a number and in words.',
    eachSlide((turn) => ({
      view_count: turn,
      seen: `seen ${turn} times`,
      stats: { label: `Seen ${turn} times` },
    })),
  ],
  [
    'thumbnails',
    'Slides have a thumbnail with a new path, and a signed one inside of their markup.',
    eachSlide((turn, index, heading) => ({
      thumbnail: `/thumbs/${turn}-${index}.png`,
      preview: { src: `cdn/${turn}/a.png`, alt: heading },
      html: `<h1 data-turn="${turn}">${heading}</h1><img src="https://cdn.example/a.png?sig=${turn}">`,
    })),
  ],
  [
    'bookkeeping',
    'Slides have an etag, a cache state, the time of the last access and a new id in every response.',
    eachSlide((turn) => ({
      id: `s-${turn}`,
      etag: `W/"${turn}ab"`,
      cache: turn % 2 ? 'hit' : 'miss',
      lastAccessedAt: new Date(turn * 1000).toISOString(),
      accessedBy: turn % 2 ? 'Ada' : 'Grace',
      nonce: 'kqzx'.repeat(1 + (turn % 3)),
    })),
  ],
  [
    'rendering',
    'Slides say how far their image is rendered, and who looks at them.',
    eachSlide((turn) => ({
      render_state: turn % 3 ? 'ready' : 'pending',
      viewers: turn % 2 ? ['Ada Lovelace'] : ['Ada Lovelace', 'Grace Hopper'],
      _links: { self: { title: `Slide in response ${turn}` } },
    })),
  ],
  [
    'odd-data',
    'Slides have data for programs in fields with names of their own, and words that come and go.',
    eachSlide((turn) => ({
      opened: new Date(turn * 1000).toISOString(),
      thing: `a${turn}f`,
      backdrop: `/boats/${'wave'.repeat(1 + (turn % 3))}`,
      stars: '★'.repeat(1 + (turn % 3)),
      popularity: `${turn} people`,
      caption_views: turn % 2 ? 'seen often' : 'seen rarely',
      stats: { label: turn % 2 ? 'Seen often' : 'Seen rarely' },
      _draft: { text: turn % 2 ? 'Not saved' : 'Saved again' },
      $meta: { text: turn % 2 ? 'Not saved' : 'Saved again' },
      ...(turn % 2 && { mood: 'calm', caption: '' }),
    })),
  ],
  [
    'written-otherwise',
    'Texts of slides are the same, with other blanks, other code points for accents, or another signed address.',
    eachSlide((turn, _index, heading) => ({
      heading: turn % 2 ? heading.normalize('NFD') : heading.normalize('NFC'),
      lead: turn % 2 ? 'Quiet  boats ' : 'Quiet boats',
      summary: `See https://cdn.example/boats?sig=${turn} for more`,
    })),
  ],
  [
    'annotated-later',
    'Slides get notes and applause in the course of a run.',
    eachSlide((turn) => ({
      applause: ['Ada Lovelace', 'Grace Hopper', 'Mary Jackson'].slice(0, turn / 40),
      ...(turn > 80 && { notes: 'Added later' }),
    })),
  ],
  [
    'richer-when-fetched',
    'A fetched presentation has texts of slides that the status response of the job omits.',
    editGetPresentation((presentation) => ({
      ...presentation,
      sections: (presentation['sections'] as JsonObject[]).map((slide) => ({
        ...slide,
        body: 'A long text about the harbour.',
        bullets: ['Quiet', 'Clean'],
      })),
    })),
  ],
]);
