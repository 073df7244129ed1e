import { LIMITS, refuse, UnreadableInventory } from './limits.ts'

export interface XmlHandler {
  /** `attribute` answers the value of an attribute of this element, and only while the handler runs. */
  open(name: string, attribute: (name: string) => string | undefined): void
  close?(name: string): void
  text?(text: string): void
}

/** Without the prefix that some writers put before every name. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const LAST_CODE = 0x10ffff

const entity = (_: string, name: string): string => {
  if (!name.startsWith('#')) return ENTITIES[name] ?? refuse('badXml')
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10)
  return code > 0 && code <= LAST_CODE ? String.fromCodePoint(code) : refuse('badXml')
}
const decoded = (text: string): string => {
  if (!text.includes('&')) return text
  const plain = text.replace(/&([^&;\s]{1,10});/g, entity)
  return /&(?![^&;\s]{1,10};)/.test(text) ? refuse('badXml') : plain
}

const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13)
const QUOTE = 34
const APOSTROPHE = 39
const EQUALS = 61
const GREATER = 62
const SLASH = 47

/** Where the tag that begins at `from` ends: its `>` outside quotes; -1 when the text ends before. */
const tagEnd = (text: string, from: number): number => {
  let quote = 0
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (quote !== 0) {
      if (code === quote) quote = 0
    } else if (code === GREATER) return at
    else if (code === QUOTE || code === APOSTROPHE) quote = code
  }
  return -1
}

/** The value of an attribute in `text` between `from` and `end`; undefined when it is not there. */
const attributeIn = (text: string, from: number, end: number, wanted: string): string | undefined => {
  let at = from
  while (at < end) {
    while (at < end && isSpace(text.charCodeAt(at))) at++
    const begin = at
    while (at < end && text.charCodeAt(at) !== EQUALS && !isSpace(text.charCodeAt(at))) at++
    const length = at - begin
    while (at < end && isSpace(text.charCodeAt(at))) at++
    if (at >= end) return undefined
    if (text.charCodeAt(at) !== EQUALS) refuse('badXml')
    at++
    while (at < end && isSpace(text.charCodeAt(at))) at++
    const quote = text.charCodeAt(at)
    if (quote !== QUOTE && quote !== APOSTROPHE) refuse('badXml')
    const close = text.indexOf(quote === QUOTE ? '"' : "'", at + 1)
    if (length === wanted.length && text.startsWith(wanted, begin)) return decoded(text.slice(at + 1, close))
    at = close + 1
  }
  return undefined
}

/** Markup without content for us, by how it begins. */
const PASSED: readonly (readonly [begins: string, ends: string])[] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
]

/** Reads as many whole pieces of markup as a text holds, from one call to the next. */
const createScanner = (handler: XmlHandler) => {
  const names: string[] = []
  let begun = false
  // One function for all elements: a closure for each would cost more than the reading.
  let within = ''
  let from = 0
  let until = 0
  const attribute = (wanted: string): string | undefined => attributeIn(within, from, until, wanted)

  const pass = (text: string, at: number): number => {
    for (const [begins, ends] of PASSED) {
      if (!text.startsWith(begins, at)) continue
      const end = text.indexOf(ends, at + begins.length)
      if (end >= 0 && begins === '<![CDATA[') handler.text?.(text.slice(at + begins.length, end))
      return end < 0 ? -1 : end + ends.length
    }
    // A beginning that is cut off may still become one of them; all else is a document type.
    return text.length - at < 9 && PASSED.some(([begins]) => begins.startsWith(text.slice(at))) ? -1 : refuse('entities')
  }
  const close = (name: string): void => {
    if (names.pop() !== name) refuse('badXml')
    handler.close?.(name)
  }
  const tag = (text: string, less: number, end: number): void => {
    if (text.charCodeAt(less + 1) === SLASH) {
      close(text.slice(less + 2, end).trimEnd())
      return
    }
    const empty = text.charCodeAt(end - 1) === SLASH
    const last = empty ? end - 1 : end
    let at = less + 1
    while (at < last && !isSpace(text.charCodeAt(at))) at++
    const name = text.slice(less + 1, at)
    if (name === '' || (names.length === 0 && begun)) refuse('badXml')
    begun = true
    if (names.push(name) > LIMITS.depth) refuse('tooDeep')
    within = text
    from = at
    until = last
    handler.open(name, attribute)
    if (empty) close(name)
  }

  return {
    /** Answers where the first piece begins that is not whole yet. */
    scan: (text: string): number => {
      let at = 0
      while (at < text.length) {
        const less = text.indexOf('<', at)
        if (less < 0) return at
        if (less > at && names.length > 0) handler.text?.(decoded(text.slice(at, less)))
        const next = text.charCodeAt(less + 1)
        if (next === 33 || next === 63) {
          const after = pass(text, less)
          if (after < 0) return less
          at = after
          continue
        }
        const end = tagEnd(text, less)
        if (end < 0) return less
        tag(text, less, end)
        at = end + 1
      }
      return at
    },
    whole: (): boolean => begun && names.length === 0,
  }
}

/**
 * Feeds markup to `handler` piece by piece and yields after each piece, so that what was gathered can be handed on. Memory stays bounded whatever comes:
 * no document type, no entities of its own, no depth, no endless name, text or comment. Throws `UnreadableInventory`.
 */
export const readXml = async function* (chunks: AsyncIterable<string>, handler: XmlHandler): AsyncGenerator<void> {
  const scanner = createScanner(handler)
  let rest = ''
  for await (const chunk of chunks) {
    const text = rest === '' ? chunk.replace(/^\uFEFF/, '') : rest + chunk
    rest = text.slice(scanner.scan(text))
    if (rest.length > LIMITS.record) refuse('longRecord')
    yield
  }
  if (rest.trim() !== '' || !scanner.whole()) refuse('badXml')
}

/** Turns what a library throws at a broken file into the refusal in words. */
export const orRefuse = (thrown: unknown, why: Parameters<typeof refuse>[0]): never => {
  if (thrown instanceof UnreadableInventory) throw thrown
  return refuse(why)
}
