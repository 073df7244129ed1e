import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { answerTo } from '../http/refuse.ts'
import { diskState } from './disk.ts'

test('free space below the minimum counts as full; the state of a missing folder is unknown', async () => {
  const { state, freeMb } = await diskState(tmpdir(), 0)
  expect([state, freeMb > 0]).toEqual(['up', true])
  expect((await diskState(tmpdir(), freeMb * 2)).state).toBe('full')
  expect(await diskState('/nonexistent/folder', 100)).toEqual({ state: 'unknown', freeMb: -1 })
})

test('a call that fails on a full disk is answered with that reason', () => {
  for (const code of ['ENOSPC', 'EDQUOT', '53100'])
    expect(answerTo({ code }, 'en').body).toMatchObject({ code: 503, msg: expect.stringContaining('disk of the server is full') })
})
