import { expect, test } from 'vitest'
import { commandListWords, lampsOutsideTotal } from './home-words.ts'

test('a user limited to places reads that the lists of commands hold only own commands; others read that failures of people are listed', () => {
  const [whole, limited] = [commandListWords(false), commandListWords(true)]
  expect(limited.noFailed[0]).toMatch(/您下发的指令.*其他用户的指令不在您的查看范围内/)
  expect(limited.noFailed[1]).toMatch(/that you sent.*you may not see those of other users/)
  expect(limited.noRunning[0]).toContain('其他用户的指令不在您的查看范围内')
  expect([limited.running[0], limited.failed[0]].every((text) => text.includes('我的'))).toBe(true)
  expect(whole.noFailed[0]).toContain('人员下发')
  expect(Object.values(whole).some(([zh]) => zh.includes('其他用户'))).toBe(false)
})

test('lamps that the kinds count beyond the total are those with a solar controller', () => {
  const kind = (code: 1 | 2 | 3, lamps: number) => ({ kind: code, lamps, nominalKw: 0, activeKw: 0, online: 0, lit: 0 })
  expect(lampsOutsideTotal({ lamps: 600, kinds: [kind(1, 572), kind(2, 8), kind(3, 56)] })).toBe(36)
  expect(lampsOutsideTotal({ lamps: 600, kinds: [kind(1, 572), kind(2, 8), kind(3, 20)] })).toBe(0)
})
