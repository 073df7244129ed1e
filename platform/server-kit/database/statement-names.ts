import { createHash } from 'node:crypto'

/** This many texts have a name. There are more texts than that: a list has another text for each combination of filters. */
const NAMED_AT_MOST = 800
/** This many hashes are kept of texts that ran once. */
const ONCE_AT_MOST = 4000

const dropFirst = (all: Map<string, unknown> | Set<string>, most: number): void => {
  if (all.size <= most) return
  const [first] = all.keys()
  if (first !== undefined) all.delete(first)
}

/**
 * Returns a function that returns the name of the prepared statement for a SQL text. A connection parses a named statement once. A text has no name at its first
 * run, so that texts that run only once take no memory in the database. When there are too many names, the oldest is removed.
 */
export const createNames = ({ named = NAMED_AT_MOST, once = ONCE_AT_MOST } = {}) => {
  const names = new Map<string, string>()
  const met = new Set<string>()
  return (text: string): string | undefined => {
    const known = names.get(text)
    if (known) return known
    const name = createHash('sha1').update(text).digest('base64url')
    if (!met.delete(name)) {
      met.add(name)
      dropFirst(met, once)
      return undefined
    }
    names.set(text, name)
    dropFirst(names, named)
    return name
  }
}
