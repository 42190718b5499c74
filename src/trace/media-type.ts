/** The media type that the interface names for requests. Section 4. */

/** Whether a Content-Type is `application/json`, with or without parameters. Types such as `text/json` are another type. */
export const isApplicationJson = (type: string): boolean => /^\s*application\/json\s*(?:;|$)/i.test(type);
