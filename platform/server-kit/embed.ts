/** Origins that may hold the console in a frame: only whole origins count, so that nothing else gets into the policy. */
export const embedders = (given: string): string =>
  given
    .split(/\s+/)
    .filter((one) => /^https?:\/\/[a-z\d.*-]+(:\d+)?$/i.test(one))
    .join(' ')
