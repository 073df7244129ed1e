import { expect, test } from 'vitest'
import { rulesWords, segmentsWords } from './level-words.ts'

test('stored segments and rules are said with durations, times and levels; another form stays as the device sent it', () => {
  expect(segmentsWords('240=100/100;90=40/80;30=10/10')).toEqual([
    '4 小时 100%；1 小时 30 分钟 40%（有人时 80%）；30 分钟 10%',
    '4 h 100%; 1 h 30 min 40% (80% on motion); 30 min 10%',
  ])
  expect(rulesWords('18:30=100/100;23:00=40/80')).toEqual([
    '18:30 起 100%；23:00 起 40%（有人时 80%）',
    'from 18:30 100%; from 23:00 40% (80% on motion)',
  ])
  expect([segmentsWords('18:30=100/100'), rulesWords('240=100/100'), rulesWords('on')]).toEqual([undefined, undefined, undefined])
})
