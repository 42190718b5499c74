/** Statements of the spec that no rule can test, with the reason. Paraphrased. */

export const untestableStatements: readonly (readonly [section: string, text: string, because: string])[] = [
  [
    '1',
    'Other content needs another generation.',
    'This follows from the previous statement. No other request can test it.',
  ],
  ['1', 'The API exports no files.', 'No request can show that an undocumented operation does not exist.'],
  ['1', 'Users export presentations on this page.', 'The page is not part of the API.'],
  [
    '1',
    'Only the prompt can ask for images and charts.',
    'The spec does not define the effect of a prompt on slides.',
  ],
  [
    '1',
    'Templates give more predictable layouts.',
    'Predictability cannot be measured, and the shape of sections is unspecified.',
  ],
  [
    '1',
    'Only workspaces in two plans with the API enabled have access.',
    'No request changes a plan or this setting.',
  ],
  [
    '1',
    'Users create keys in the settings, which show each key once.',
    'The settings are not part of the API.',
  ],
  ['2.1', 'is_public controls whether the page is public.', 'The page is not part of the API.'],
  [
    '2.2',
    'progress is optional and appears after slide generation starts.',
    'No other response contains the start of slide generation.',
  ],
  [
    '3',
    'While generating, progress appears when it is available.',
    'No other response says when it is available. Another rule checks its shape.',
  ],
  ['5', 'A user creates keys in the settings.', 'The settings are not part of the API.'],
  [
    '6',
    'The service sends no events. Only polling returns progress.',
    'No request can show that events do not exist. Other rules check polling.',
  ],
  [
    '8',
    'An example policy is 20 requests a minute for each key.',
    'The policy is an example. A service may have another limit or none.',
  ],
  ['9', 'The document covers only v1.', 'Other versions are not part of the document.'],
  ['9', 'Compatibility and deprecation.', 'The spec does not define it.'],
];
