/** What a service does where its interface is silent: learnt from traffic, written as an overlay, followed, and compared. */
export { driftRules } from './compare/drift-rules.js';
export { driftsOf, type Drift } from './compare/drift.js';
export { expectationsOf, type Expectations } from './follow/expected.js';
export { follow, type Following, type Left } from './follow/follow.js';
export type { Occasion, Reshape, Shaped } from './follow/reshape.js';
export { Learner } from './fold/learner.js';
export { servicesOf, type Services } from './fold/services.js';
export { learntOf, type Learnt, type LearntAnswer, type LearntPlace } from './learnt.js';
export { applyOverlay, type Applied } from './overlay/apply.js';
export type { Action, Overlay } from './overlay/overlay.js';
export { readOverlay, type OverlayMistake } from './overlay/read.js';
export { writeOverlay } from './overlay/write.js';
export { placeOf, places, type Place } from './places.js';
export { learntText } from './report/text.js';
