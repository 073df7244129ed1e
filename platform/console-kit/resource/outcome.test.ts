import { expect, it } from 'vitest'
import { type Notice, setNotify, wordsOf } from '../notify/notify.ts'
import { showOutcome } from './outcome.ts'

it('an outcome with failed rows warns with the reasons; any other answer is a success', () => {
  const notices: Notice[] = []
  const stop = setNotify((notice) => notices.push(notice))
  showOutcome(undefined, ['成了', 'Done'])
  showOutcome({ successCount: 2, failCount: 0, failures: [] }, ['成了', 'Done'])
  showOutcome({ successCount: 1, failCount: 1, failures: [{ id: '7', msg: '仍有子设备' }] }, ['成了', 'Done'])
  showOutcome({ ok: 1, code: 200, reason: '' }, ['成了', 'Done'])
  showOutcome({ ok: 0, code: 302, reason: '重定向' }, ['成了', 'Done'])
  stop()
  expect(notices.map(({ kind }) => kind)).toEqual(['success', 'success', 'warning', 'success', 'warning'])
  const texts = notices.map(({ text }) => wordsOf(text))
  expect(texts[3]).toContain('200')
  expect(texts[4]).toContain('302 重定向')
  expect(texts[2]).toContain('仍有子设备')
})
