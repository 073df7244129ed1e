import { expect, test } from 'vitest'
import { detailOf } from './audit-detail.ts'

test('a value with an English twin is told once, in the language of the page; fields of a row keep both', () => {
  const detail = JSON.stringify({
    command: '开锁',
    commandEn: 'Unlock',
    target: '门锁',
    targetEn: '',
    after: { name: '友谊路', nameEn: 'Youyi Road' },
  })
  const after = { name: '友谊路', nameEn: 'Youyi Road' }
  expect(detailOf(detail, 'en')).toEqual({ command: 'Unlock', target: '门锁', before: {}, after })
  expect(detailOf(detail, 'zh')).toEqual({ command: '开锁', target: '门锁', before: {}, after })
  expect(detailOf('no JSON', 'en')).toEqual({ before: {}, after: {} })
})
