import { expect, test } from 'vitest'
import { commandListWords } from './home-words.ts'

test('a user limited to places reads that the lists of commands hold only own commands; others read that failures of people are listed', () => {
  const [whole, limited] = [commandListWords(false), commandListWords(true)]
  expect(limited.noFailed[0]).toMatch(/您下发的指令.*其他用户的指令不在您的查看范围内/)
  expect(limited.noFailed[1]).toMatch(/that you sent.*you may not see those of other users/)
  expect(limited.noRunning[0]).toContain('其他用户的指令不在您的查看范围内')
  expect([limited.running[0], limited.failed[0]].every((text) => text.includes('我的'))).toBe(true)
  expect(whole.noFailed[0]).toContain('人员下发')
  expect(Object.values(whole).some(([zh]) => zh.includes('其他用户'))).toBe(false)
})
