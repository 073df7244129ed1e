import { expect, test } from 'vitest'
import { serialsOf } from './serials.ts'

test.each([
  ['A1\nA2\r\nA1\n\n', ['A1', 'A2']],
  ['\ufeff序列号,名称\n"A1",x\nA2,y', ['A1', 'A2']],
  ['SN\tName\nA1\tx', ['A1']],
  ['', []],
])('%j', (text, sns) => expect(serialsOf(text)).toEqual(sns))
