import { expect, test } from 'vitest'
import { readOrder } from './palette-order.ts'

test.each([
  ['调光 望江路 30 %', { command: 'dim', level: 30, target: '望江路' }],
  ['调光望江路30%', { command: 'dim', level: 30, target: '望江路' }],
  ['dim Toronto 30%', { command: 'dim', level: 30, target: 'Toronto' }],
  ['调光 望江路', { command: 'dim', level: null, target: '望江路' }],
  ['调光 望江路 到 30％', { command: 'dim', level: 30, target: '望江路' }],
  ['望江路 30%', { command: 'dim', level: 30, target: '望江路' }],
  ['关灯 城东区', { command: 'off', level: null, target: '城东区' }],
  ['开灯 wjl', { command: 'on', level: null, target: 'wjl' }],
  ['dim River View Rd to 30%', { command: 'dim', level: 30, target: 'River View Rd' }],
  ['turn off River View Rd', { command: 'off', level: null, target: 'River View Rd' }],
  ['恢复日程 望江路', { command: 'release', level: null, target: '望江路' }],
  ['dim River View Rd 130%', null],
  ['dimension', null],
  ['望江路', null],
  ['望江路 30', null],
  ['调光', null],
])('%s', (text, order) => expect(readOrder(text)).toEqual(order))
