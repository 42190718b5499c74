/** The stylesheet of the page, and the hash by which the content security policy allows it. */
import { chartStyle } from './style-chart.js';
import { pageStyle } from './style-page.js';

export const style = pageStyle + chartStyle;

/** SHA-256 of `style` in base64. A test compares it with the computed hash. */
export const styleHash = 'sha256-vC1Q5/s3CtCcwuANfPZc4w2L77BBg6+u33iEsrP11Ds=';
