import fc from 'fast-check'
import { SaxesParser } from 'saxes'
import { expect, test } from 'vitest'
import { UnreadableInventory } from './limits.ts'
import { readXml } from './xml.ts'

type Event = readonly ['open', string, Readonly<Record<string, string>>] | readonly ['close', string] | readonly ['text', string]
const WANTED = ['a', 'ref', 'x:id']
/** Neighbouring texts as one, as different readers cut them. */
const joined = (events: readonly Event[]): readonly Event[] =>
  events.reduce<Event[]>((all, event) => {
    const last = all.at(-1)
    if (event[0] === 'text' && last?.[0] === 'text') all[all.length - 1] = ['text', last[1] + event[1]]
    else if (event[0] !== 'text' || event[1] !== '') all.push(event)
    return all
  }, [])
const pieces = async function* (text: string, size: number): AsyncGenerator<string> {
  for (let from = 0; from < text.length; from += size) yield text.slice(from, from + size)
}
const ours = async (text: string, size: number): Promise<readonly Event[]> => {
  const events: Event[] = []
  const reading = readXml(pieces(text, size), {
    open: (name, attribute) => {
      const found = WANTED.flatMap((wanted) => (attribute(wanted) === undefined ? [] : [[wanted, attribute(wanted) as string]]))
      events.push(['open', name, Object.fromEntries(found)])
    },
    close: (name) => events.push(['close', name]),
    text: (more) => events.push(['text', more]),
  })
  for await (const _ of reading);
  return joined(events)
}
const theirs = (text: string): readonly Event[] => {
  const events: Event[] = []
  const parser = new SaxesParser()
  parser.on('opentag', ({ name, attributes }) => events.push(['open', name, { ...attributes }]))
  parser.on('closetag', ({ name }) => events.push(['close', name]))
  parser.on('text', (more) => events.push(['text', more]))
  parser.on('cdata', (more) => events.push(['text', more]))
  parser.write(text).close()
  return joined(events)
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&#34;').replaceAll("'", '&apos;')
const words = fc.string({ unit: fc.constantFrom('a', '<', '>', '&', '"', "'", ' ', '灯', '=', '/'), maxLength: 5 })
const attributes = fc
  .uniqueArray(fc.constantFrom(...WANTED), { maxLength: 3 })
  .chain((names) =>
    fc
      .tuple(...names.map((name) => words.map((value) => ` ${name}="${escaped(value).replaceAll('&lt;', '&#x3c;')}"`)))
      .map((list) => list.join('')),
  )
const { element } = fc.letrec<{ element: string; content: string }>((tie) => ({
  element: fc
    .record({ name: fc.constantFrom('c', 'row', 'x:v'), given: attributes, content: tie('content'), empty: fc.boolean() })
    .map(({ name, given, content, empty }) => (empty ? `<${name}${given}/>` : `<${name}${given} >${content}</${name} >`)),
  content: fc
    .array(
      fc.oneof(
        { depthSize: 'small' },
        words.map(escaped),
        fc.constantFrom('<!-- <c a="1"> -->', '<![CDATA[<c> & ]] ]]>', '<?pi <c> ?>', '&#x706F;'),
        tie('element'),
      ),
      { maxLength: 4 },
    )
    .map((parts) => parts.join('')),
}))

test('markup is read as another reader reads it, wherever it is cut', async () => {
  await fc.assert(
    fc.asyncProperty(element, fc.integer({ min: 1, max: 40 }), async (text, size) => {
      const document = `<?xml version="1.0"?>${text}`
      expect(await ours(document, size)).toEqual(theirs(document))
    }),
    { numRuns: 500 },
  )
})
test.each([
  '<a>',
  '<a></b>',
  '<a/><b/>',
  '</a>',
  '<a>&nope;</a>',
  '<a>&</a>',
  '<a b=c/>',
  '<a>&#0;</a>',
  'a',
  '',
  '<a',
  '<!DOCTYPE a><a/>',
  '<a><!x></a>',
])('%j is refused', async (text) => {
  const reading = async () => {
    for await (const _ of readXml(pieces(text, 3), { open: (_name, attribute) => attribute('b'), text: () => undefined }));
  }
  await expect(reading()).rejects.toThrow(UnreadableInventory)
})
