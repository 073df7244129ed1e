import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LIMITS, refusals, UnreadableInventory } from '../limits.ts'
import { readXml } from './xml.ts'

type Event = readonly ['open', string, Readonly<Record<string, string>>] | readonly ['close', string] | readonly ['text', string]
const WANTED = ['a', 'ref', 'x:id']
/** Joins neighbouring texts, which readers split differently. */
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

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&#34;').replaceAll("'", '&apos;')
const words = fc.string({ unit: fc.constantFrom('a', '<', '>', '&', '"', "'", ' ', '灯', '=', '/', '💡'), maxLength: 5 })

/** A part of a document with its expected events. */
interface Piece {
  readonly markup: string
  readonly events: readonly Event[]
}
const whole = (pieces: readonly Piece[]): Piece => ({
  markup: pieces.map(({ markup }) => markup).join(''),
  events: pieces.flatMap(({ events }) => events),
})
const attributes = fc
  .uniqueArray(fc.constantFrom(...WANTED), { maxLength: 3 })
  .chain((names) => fc.tuple(...names.map((name) => fc.tuple(fc.constant(name), words))))
const { element } = fc.letrec<{ element: Piece; content: Piece }>((tie) => ({
  element: fc
    .record({ name: fc.constantFrom('c', 'row', 'x:v'), given: attributes, content: tie('content'), empty: fc.boolean() })
    .map(({ name, given: options, content, empty }) => {
      const tag = `${name}${options.map(([key, value]) => ` ${key}="${escaped(value)}"`).join('')}`
      const inner = empty ? [] : content.events
      return {
        markup: empty ? `<${tag}/>` : `<${tag} >${content.markup}</${name} >`,
        events: [['open', name, Object.fromEntries(options)], ...inner, ['close', name]],
      }
    }),
  content: fc
    .array(
      fc.oneof(
        { depthSize: 'small' },
        words.map((word): Piece => ({ markup: escaped(word), events: [['text', word]] })),
        fc.constantFrom<Piece>(
          { markup: '<!-- <c a="1"> -->', events: [] },
          { markup: '<![CDATA[<c> & ]] ]]>', events: [['text', '<c> & ]] ']] },
          { markup: '<?pi <c> ?>', events: [] },
          { markup: '&#x706F;', events: [['text', '灯']] },
        ),
        tie('element'),
      ),
      { maxLength: 4 },
    )
    .map(whole),
}))

test('a document gives the same events for any chunk size', async () => {
  await fc.assert(
    fc.asyncProperty(element, fc.integer({ min: 1, max: 40 }), async ({ markup, events }, size) => {
      expect(await ours(`\uFEFF<?xml version="1.0"?>\n${markup}\n`, size)).toEqual(joined(events))
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

test.each([
  ['tooDeep', '<a>'.repeat(LIMITS.depth + 1)],
  ['longRecord', `<a>${'x'.repeat(LIMITS.record + 10_000)}`],
  ['longRecord', `<a b="${'x'.repeat(LIMITS.record + 10_000)}`],
  ['longRecord', `<a><!--${'x'.repeat(LIMITS.record + 10_000)}`],
  ['entities', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
] as const)('a document beyond a limit is refused with reason %s', async (why, text) => {
  await expect(ours(text, 5000)).rejects.toMatchObject({ text: refusals[why] })
})
