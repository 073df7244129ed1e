import { SaxesParser } from 'saxes'
import { LIMITS, refuse, UnreadableInventory } from './limits.ts'

export interface XmlHandler {
  open(name: string, attributes: Readonly<Record<string, string>>): void
  close?(name: string): void
  text?(text: string): void
}

/** Without the prefix that some writers put before every name. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/**
 * Feeds markup to `handler` piece by piece and yields after each piece, so that what was gathered can be handed on. Memory stays bounded whatever comes:
 * no document type, no entities of its own, no depth, no endless name, text or comment. Throws `UnreadableInventory`.
 */
export const readXml = async function* (chunks: AsyncIterable<string>, handler: XmlHandler): AsyncGenerator<void> {
  const parser = new SaxesParser({ xmlns: false, position: false })
  let depth = 0
  let silent = 0
  parser.on('doctype', () => refuse('entities'))
  parser.on('opentag', ({ name, attributes }) => {
    silent = 0
    if (++depth > LIMITS.depth) refuse('tooDeep')
    handler.open(name, attributes)
  })
  parser.on('closetag', ({ name }) => {
    silent = 0
    depth--
    handler.close?.(name)
  })
  if (handler.text) parser.on('text', (text) => handler.text?.(text))
  parser.on('error', () => refuse('badXml'))
  for await (const chunk of chunks) {
    silent += chunk.length
    // The parser keeps a document type until its end: it is refused at its beginning.
    if (depth === 0 && chunk.includes('<!DOCTYPE')) refuse('entities')
    parser.write(chunk)
    if (silent > LIMITS.record + chunk.length) refuse('longRecord')
    yield
  }
  parser.close()
}

/** Turns what a library throws at a broken file into the refusal in words. */
export const orRefuse = (thrown: unknown, why: Parameters<typeof refuse>[0]): never => {
  if (thrown instanceof UnreadableInventory) throw thrown
  return refuse(why)
}
