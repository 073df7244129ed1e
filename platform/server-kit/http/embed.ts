/**
 * Returns the origins that may show the console in a frame, for the CSP header. Drops anything that is not a plain
 * origin, so that nothing else enters the header.
 */
export const embedders = (value: string): string =>
  value
    .split(/\s+/)
    .filter((one) => /^https?:\/\/[a-z\d.*-]+(:\d+)?$/i.test(one))
    .join(' ')
