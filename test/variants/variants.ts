/** All variants: each is the reference service with another choice, and the judge must accept it. */
import { answers } from './catalogue/responses.js';
import { lifecycles } from './catalogue/job-lifecycles.js';
import { figures } from './catalogue/progress-and-tokens.js';
import { gateways } from './catalogue/gateways.js';
import { ids } from './catalogue/ids.js';
import { interruptions } from './catalogue/transient-errors.js';
import { nearMissVariants } from './catalogue/near-misses.js';
import { otherRequests } from './catalogue/other-requests.js';
import { presentations } from './catalogue/presentations.js';
import { refusals } from './catalogue/error-responses.js';
import { replicas } from './catalogue/replicas.js';
import { requests } from './catalogue/requests.js';
import { slideData } from './catalogue/slide-data.js';
import { templates } from './catalogue/templates.js';
import { transport } from './catalogue/transport.js';
import { wording } from './catalogue/texts.js';
import type { ConformingVariant } from './variant.js';

/** In the order of their application. */
export const variants: readonly ConformingVariant[] = unique([
  ...ids,
  ...lifecycles,
  ...figures,
  ...wording,
  ...requests,
  ...otherRequests,
  ...interruptions,
  ...gateways,
  ...templates,
  ...presentations,
  ...slideData,
  ...replicas,
  ...answers,
  ...refusals,
  ...nearMissVariants,
  ...transport,
]);

function unique(all: readonly ConformingVariant[]): readonly ConformingVariant[] {
  const twice = all.filter(({ id }, index) => all.findIndex((other) => other.id === id) !== index);
  if (twice.length > 0) throw new Error(`Two variants are called ${twice.map(({ id }) => id).join(', ')}.`);
  return all;
}
