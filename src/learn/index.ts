/** What a service does where its interface is silent: learnt from traffic, written as an overlay, followed, and compared. */
export { Learner } from './fold/learner.js';
export { servicesOf, type Services } from './fold/services.js';
export { learntOf, type Learnt, type LearntAnswer, type LearntPlace } from './learnt.js';
export { applyOverlay, type Applied } from './overlay/apply.js';
export type { Action, Overlay } from './overlay/overlay.js';
export { readOverlay, type OverlayMistake } from './overlay/read.js';
export { writeOverlay } from './overlay/write.js';
export { placeOf, places, type Place } from './places.js';
export { learntText } from './report/text.js';
