import { LIMITS } from './limits.ts'
import type { Ack } from './messages.ts'
import { isSerialNumber } from './topics.ts'

/** The text of an answer around its serial number and its time, which stand in the order of the text. */
interface Form {
  readonly answer: Ack
  readonly before: string
  readonly between: string
  readonly after: string
  readonly snFirst: boolean
}
const TIME = /^(?:0|[1-9][0-9]{0,14})$/
const LATEST = 253_402_300_799_999

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
/** Where `part` stands in the text, when it stands there once. */
const onceIn = (text: string, part: string): number => {
  const at = text.indexOf(part)
  return at < 0 || text.includes(part, at + 1) ? -1 : at
}

/** The form of the first answer of a text. Whether what was found is the serial number and the time is tried out: with others in their place the answer must have these. */
const formOf = (text: string, fits: (answers: readonly unknown[]) => boolean): Form | undefined => {
  const end = text.indexOf('},{')
  if (end < 0) return undefined
  const first = text.slice(1, end + 1)
  const answer = parsed(first) as Ack | undefined
  if (answer === undefined || !fits([answer])) return undefined
  const holes = [
    { from: onceIn(first, `"sn":"${answer.sn}"`) + 6, length: answer.sn.length },
    { from: onceIn(first, `"at":${answer.at}`) + 5, length: String(answer.at).length },
  ]
  const snFirst = (holes[0]?.from ?? 0) < (holes[1]?.from ?? 0)
  const [one, two] = snFirst ? holes : holes.reverse()
  if (!one || !two || holes.some(({ from }) => from < 6)) return undefined
  const before = first.slice(0, one.from)
  const between = first.slice(one.from + one.length, two.from)
  const after = first.slice(two.from + two.length)
  const [sn, at] = ['other', answer.at === 1 ? 2 : 1]
  const tried = parsed(`${before}${snFirst ? sn : at}${between}${snFirst ? at : sn}${after}`) as Ack | undefined
  return tried?.sn === sn && tried.at === at ? { answer, before, between, after, snFirst } : undefined
}

/** The answers of a text that is made of nothing but answers of the form. */
const readIn = (text: string, { answer, before, between, after, snFirst }: Form): Ack[] | undefined => {
  if (!text.startsWith(`[${before}`) || !text.endsWith(`${after}]`) || text.length < before.length + after.length + 2) return undefined
  const parts = text.slice(before.length + 1, -after.length - 1).split(`${after},${before}`)
  if (parts.length > LIMITS.entriesPerMessage) return undefined
  const answers: Ack[] = []
  let lastTime = ''
  let at = 0
  for (const part of parts) {
    const middle = part.indexOf(between)
    const left = part.slice(0, middle)
    const right = part.slice(middle + between.length)
    const [sn, time] = snFirst ? [left, right] : [right, left]
    if (time !== lastTime) {
      if (!TIME.test(time)) return undefined
      lastTime = time
      at = Number(time)
      if (at > LATEST) return undefined
    }
    if (middle < 0 || !isSerialNumber(sn)) return undefined
    answers.push({ ...answer, sn, at })
  }
  return answers
}

/**
 * Reads answers that differ in nothing but their serial numbers and times, as lamps behind one gateway mostly answer: in a quarter of the time of
 * parsing and checking each. The texts are the same, so what was found right of one is right of all; what else they hold they share. Undefined
 * where they are not alike, or not all of them right: then they are read the long way. `fits`: the check of a message.
 */
export const createAlikeReader = (fits: (answers: readonly unknown[]) => boolean): ((text: string) => Ack[] | undefined) => {
  let last: Form | undefined
  return (text) => {
    const known = last && readIn(text, last)
    if (known) return known
    const form = formOf(text, fits)
    if (!form) return undefined
    last = form
    return readIn(text, form)
  }
}
