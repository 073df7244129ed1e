import { pick, type Text } from '@lamplight/kit'
import { describe, expect, it } from 'vitest'
import { affectedWords, commandWords, spanWords, targetWords } from './batch-words.ts'
import { reasonWords, stateWords } from './item-words.ts'

const zh = (text: Text, values?: Readonly<Record<string, string | number>>): string => pick(text, 'zh', values)
const en = (text: Text, values?: Readonly<Record<string, string | number>>): string => pick(text, 'en', values)

describe('words of a command record', () => {
  it('names the command with its level; a value unknown to the wire is -1', () => {
    expect(commandWords({ command: 1, level: 30 }, zh)).toBe('调光 30%')
    expect(commandWords({ command: 1, level: 0 }, en)).toBe('Dim 0%')
    expect(commandWords({ command: 1, level: -1 }, zh)).toBe('调光')
    expect(commandWords({ command: 3, level: 30 }, zh)).toBe('关灯')
    expect(commandWords({ command: 5, level: -1, commandText: '开关桶盖：打开' }, zh)).toBe('开关桶盖：打开')
    expect(commandWords({ command: 5, level: null, commandText: '' }, en)).toBe('Device command')
  })

  it('describes how the devices were selected when there is no name', () => {
    expect(targetWords({ targetText: '书院路', targetKind: 2 }, zh)).toBe('书院路')
    expect(targetWords({ targetText: '', targetKind: 6 }, zh)).toBe('重试')
    expect(targetWords({ targetText: '书院路', targetKind: 6 }, zh)).toBe('书院路 · 重试')
    expect(affectedWords({ targetText: '城东区', targetKind: 3, total: 1446 }, zh)).toBe('城东区 · 1,446 盏')
    expect(affectedWords({ targetText: '', targetKind: 1, total: 1 }, en)).toBe('Selected devices · 1 lamp')
    expect(affectedWords({ targetText: '', targetKind: 1, total: 3, deviceType: -1 }, en)).toBe('Selected devices · 3 lamps')
  })

  it('counts devices that are no lamps as devices', () => {
    expect(affectedWords({ targetText: '垃圾桶', targetKind: 1, total: 1446, deviceType: 19 }, zh)).toBe('垃圾桶 · 1,446 个')
    expect(affectedWords({ targetText: '', targetKind: 1, total: 1, deviceType: 19 }, en)).toBe('Selected devices · 1 device')
    expect(affectedWords({ targetText: '书院路', targetKind: 1, total: 2, deviceType: 4 }, zh)).toBe('书院路 · 2 盏')
    expect(affectedWords({ targetText: '桶甲', targetKind: 6, total: 2, deviceType: 19 }, en)).toBe('桶甲 · Retry · 2 devices')
  })

  it('formats a time span in the largest unit that divides it', () => {
    expect(spanWords(3600, zh)).toBe('1 小时')
    expect(spanWords(5400, zh)).toBe('90 分钟')
    expect(spanWords(10, en)).toBe('10 s')
  })

  it('gives the reason with the measured value, and whether the answer was late', () => {
    const item = { code: 'notVerified', late: 0, measuredPower: '116.3', expectedPower: '95.5' }
    expect(reasonWords(item, zh)).toBe('已执行，未验证：实测 116.3 W，应为 95.5 W')
    expect(reasonWords({ ...item, code: '', late: 1 }, en)).toBe('Answered after the time limit')
    expect(reasonWords({ ...item, code: 'cancelled', late: 1 }, zh)).toBe('已取消；超期后才应答')
    expect(reasonWords({ ...item, code: '' }, zh)).toBe('')
  })

  it('shows the rung while the command runs, then the time of success or the final state', () => {
    expect(stateWords({ state: 1, rung: 2 }, zh)).toBe('已应答')
    expect(stateWords({ state: 2, rung: 4 }, zh)).toBe('已验证')
    expect(stateWords({ state: 2, rung: 3 }, zh)).toBe('已执行')
    expect(stateWords({ state: 4, rung: 3 }, zh)).toBe('失败')
    expect(stateWords({ state: 5, rung: 0 }, en)).toBe('Timed out')
    expect(stateWords({ state: 6, rung: 1 }, zh)).toBe('已取代')
  })
})
