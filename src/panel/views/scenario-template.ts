/** The texts that new scenarios begin with. */

/** A story that is complete, and has a place for most of what one wants to change first. */
export function templateFor(name: string): string {
  const words = name.replaceAll('-', ' ');
  return `title: ${JSON.stringify(words.charAt(0).toUpperCase() + words.slice(1))}
description: What happens, and what it is for.
steps:
  - work: { for: 2s, tokens: 0..300, current_step: Reading the prompt }
  - work: { for: 8s, tokens: 300..2400, slides: 0%..100%, current_step: 'Writing slide {slide} of {slides}' }
  - complete:
`;
}

/** The text of another scenario, with a title that tells the two apart where it can be seen how. */
export function copyOf(text: string): string {
  return text.replace(/^(title: *['"]?)(?=[\p{L}\p{N}])/mu, '$1Copy of ');
}
