import { SaxesParser } from 'saxes'
import { LIMITS, refuse, UnreadableInventory } from '../limits.ts'

export interface XmlHandler {
  /** `attribute` returns the value of an attribute of this element. */
  open(name: string, attribute: (name: string) => string | undefined): void
  close?(name: string): void
  text?(text: string): void
}

/** Removes the namespace prefix from a name. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Converts an error of a library at a broken file to the refusal. */
export const orRefuse = (thrown: unknown, why: Parameters<typeof refuse>[0]): never => {
  if (thrown instanceof UnreadableInventory) throw thrown
  return refuse(why)
}

/**
 * Parses XML chunk by chunk and yields after each chunk, so that the caller can pass on what it gathered. Memory is
 * bounded: it refuses a document type, elements nested deeper than `LIMITS.depth`, and more than `LIMITS.record`
 * characters without an event. Throws `UnreadableInventory`.
 */
export const readXml = async function* (chunks: AsyncIterable<string>, handler: XmlHandler): AsyncGenerator<void> {
  const parser = new SaxesParser()
  let depth = 0
  let withoutEvent = 0
  const event = (): void => {
    withoutEvent = 0
  }
  const text = (more: string): void => {
    event()
    if (depth > 0) handler.text?.(more)
  }
  parser.on('error', () => refuse('badXml'))
  parser.on('doctype', () => refuse('entities'))
  parser.on('comment', event)
  parser.on('processinginstruction', event)
  parser.on('text', text)
  parser.on('cdata', text)
  parser.on('opentag', ({ name, attributes }) => {
    event()
    depth += 1
    if (depth > LIMITS.depth) refuse('tooDeep')
    handler.open(name, (wanted) => (Object.hasOwn(attributes, wanted) ? attributes[wanted] : undefined))
  })
  parser.on('closetag', ({ name }) => {
    event()
    depth -= 1
    handler.close?.(name)
  })
  for await (const chunk of chunks) {
    withoutEvent += chunk.length
    parser.write(chunk)
    if (withoutEvent > LIMITS.record) refuse('longRecord')
    yield
  }
  parser.close()
}
