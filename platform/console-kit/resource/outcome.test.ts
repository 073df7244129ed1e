import { expect, it } from 'vitest'
import { type Notice, setNotify } from '../notify/notify.ts'
import { tellOutcome } from './outcome.ts'

it('an outcome with failed rows warns with the reasons; any other answer is a success', () => {
  const told: Notice[] = []
  const stop = setNotify((notice) => told.push(notice))
  tellOutcome(undefined, ['成了', 'Done'])
  tellOutcome({ successCount: 2, failCount: 0, failures: [] }, ['成了', 'Done'])
  tellOutcome({ successCount: 1, failCount: 1, failures: [{ id: '7', msg: '仍有子设备' }] }, ['成了', 'Done'])
  stop()
  expect(told.map(({ kind }) => kind)).toEqual(['success', 'success', 'warning'])
  expect(told[2]?.text).toContain('仍有子设备')
})
