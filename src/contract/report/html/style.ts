/** The one stylesheet of the page, and the mark by which its policy lets it in. */
import { drawingStyle } from './style-drawing.js';
import { pageStyle } from './style-page.js';

export const style = pageStyle + drawingStyle;

/** SHA-256 of `style`, base64: nothing else may style the page. A test computes it and says when it is another one. */
export const styleHash = 'sha256-1GEfFWos0eEy7aM1kEdZnngNOxfIg48Jl64IoeR1TtE=';
