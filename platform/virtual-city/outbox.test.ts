import { expect, test } from 'vitest'
import { createOutbox } from './outbox.ts'

test('messages in flight at a disconnect are sent first with their own ids after the reconnect; unsent reports are dropped', () => {
  const outbox = createOutbox()
  outbox.push('ack', 'a')
  outbox.push('report', 'b')
  const first = outbox.next()!
  expect(outbox.next()).toMatchObject({ payload: 'b', dup: false })
  outbox.done(2)
  outbox.push('report', 'c')
  outbox.push('event', 'd')
  expect(outbox.lineLost()).toBe(1)
  outbox.unshift('hello', ['h'])
  expect(outbox.next()).toMatchObject({ payload: 'h', dup: false })
  expect(outbox.next()).toMatchObject({ payload: 'a', dup: true, id: first.id })
  expect(outbox.next()).toMatchObject({ payload: 'd', dup: false })
  expect(outbox.next()).toBeUndefined()
})

test('an unacknowledged hello is not repeated: the next connection sends its own', () => {
  const outbox = createOutbox()
  outbox.unshift('hello', ['old'])
  outbox.next()
  outbox.lineLost()
  expect(outbox.next()).toBeUndefined()
})

test('at most twenty messages are in flight, with unique ids also after the ids wrap', () => {
  const outbox = createOutbox()
  outbox.push('ack', 'pinned')
  const pinned = outbox.next()!
  for (let round = 0; round < 66_000; round++) {
    outbox.push('ack', String(round))
    const message = outbox.next()!
    expect(message.id).not.toBe(pinned.id)
    outbox.done(message.id)
  }
  for (let more = 0; more < 30; more++) outbox.push('ack', 'more')
  const ids = new Set<number>()
  for (let message = outbox.next(); message; message = outbox.next()) ids.add(message.id)
  expect(ids.size).toBe(19)
})
