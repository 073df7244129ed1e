import { expect, test } from 'vitest'
import { readVerb, sameWords } from './search-words.ts'

const read = (text: string) => {
  const found = readVerb(text)
  return found && [found.verb.name, found.rest]
}

test('a verb at the start or end of a typed text is read, in both languages; words that only begin like one are not', () => {
  expect(read('导入')).toEqual(['import', ''])
  expect(read('导入灯具')).toEqual(['import', '灯具'])
  expect(read('灯具 导入')).toEqual(['import', '灯具'])
  expect(read('批导入表 导入')).toEqual(['import', '批导入表'])
  expect(read('Import lamps')).toEqual(['import', 'lamps'])
  expect(read('新增 用户')).toEqual(['add', '用户'])
  expect(read('add user')).toEqual(['add', 'user'])
  expect([read('address'), read('望江路'), read('news'), read('')]).toEqual([null, null, null, null])
})

test('a word is found by others that mean the same, else by itself', () => {
  expect(sameWords('学校')).toContain('院所')
  expect(sameWords('school')).toContain('院所')
  expect(sameWords('望江路')).toEqual(['望江路'])
})
