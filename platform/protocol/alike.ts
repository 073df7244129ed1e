import { LIMITS } from './limits.ts'
import type { Ack } from './messages.ts'
import { isSerialNumber } from './topics.ts'

/** The parts of an ack's JSON text around its serial number and its time; `snFirst`: the serial number comes first. */
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
/** Returns the index of `part` in the text; -1 if it does not occur exactly once. */
const onceIn = (text: string, part: string): number => {
  const at = text.indexOf(part)
  return at < 0 || text.includes(part, at + 1) ? -1 : at
}

/**
 * Derives the form from the first ack of a text. To verify the positions of serial number and time, it inserts others
 * and checks that the parsed ack contains these.
 */
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

/** Reads the acks of a text in which all have the given form; undefined if one has not. */
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
 * Reads acks that differ only in serial number and time, as from lamps behind one gateway, in a quarter of the time that parsing and checking
 * each takes. Their texts are equal otherwise, so one check covers all, and they share the remaining values. Returns undefined if they differ or
 * one does not fit: the caller then parses them. `fits`: the check of a message.
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
