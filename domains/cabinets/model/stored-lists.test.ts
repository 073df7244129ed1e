import { expect, test } from 'vitest'
import { loopsText, loopsWords, membersText, membersWords } from './stored-lists.ts'

test('stored loops and members are said in words; another form stays as the device sent it', () => {
  const loops = loopsText([
    { no: 1, phase: 4, doNo: 1, diNo: 3, strategyId: null },
    { no: 2, phase: null, doNo: null, diNo: null, strategyId: 7 },
  ])
  expect(loopsWords(loops)).toEqual([
    '回路 1 三相，输出 1，输入 3；回路 2，策略 7',
    'loop 1 three phases, output 1, input 3; loop 2, strategy 7',
  ])
  const members = membersText([
    { index: 1, protocol: 1, sn: 'METER-7' },
    { index: 2, protocol: 3, address: 12 },
  ])
  expect(membersWords(members)).toEqual([
    '1 号 METER-7（Modbus RTU）；2 号 12（DL/T 645-2007）',
    'no. 1 METER-7 (Modbus RTU); no. 2 12 (DL/T 645-2007)',
  ])
  expect([loopsWords('all'), membersWords('1=9:X')]).toEqual([undefined, undefined])
})
