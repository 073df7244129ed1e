import { createHash } from 'node:crypto'

/** Texts with a name at once. A list has a text for each combination of filters, so there is no end of texts. */
const NAMED_AT_MOST = 800
/** Texts that were run once, of which only the hash is kept. */
const ONCE_AT_MOST = 4000

const dropFirst = (all: Map<string, unknown> | Set<string>, most: number): void => {
  if (all.size <= most) return
  const [first] = all.keys()
  if (first !== undefined) all.delete(first)
}

/**
 * Names prepared statements by their texts, so that a connection parses each only once. A text gets its name when it runs the second time: one that
 * never returns takes no memory in the database. The oldest name is given up when there are too many.
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
