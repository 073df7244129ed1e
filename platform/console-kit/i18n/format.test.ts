import { expect, test } from 'vitest'
import * as format from './format.ts'
import { firstLang, langOfPath } from './lang.ts'
import { instantOf } from './zone.ts'

const at = Date.UTC(2026, 10, 20, 10, 30, 5)
const before = (seconds: number) => at - seconds * 1000

test('relative times run from minutes to months (rule.fmt.relative)', () => {
  const zh = (seconds: number) => format.formatRelative(before(seconds), at, 'zh')
  expect(zh(59)).toBe('刚刚')
  expect(zh(60)).toBe('1分钟前')
  expect(zh(3600)).toBe('1小时前')
  expect(zh(2 * 86_400)).toBe('2天前')
  expect(zh(8 * 86_400)).toBe('1周前')
  expect(zh(65 * 86_400)).toBe('2个月前')
  expect(format.formatRelative(before(59), at, 'en')).toBe('just now')
  expect(format.formatRelative(before(7200), at, 'en')).toBe('2 hours ago')
})

test('bytes count in 1024 (rule.fmt.bytes)', () => {
  expect(format.formatBytes(1023, 'zh')).toBe('1,023 B')
  expect(format.formatBytes(1024, 'zh')).toBe('1.00 KB')
  expect(format.formatBytes(5 * 1024 ** 3, 'en')).toBe('5.00 GB')
  expect(format.formatBytes(5000 * 1024 ** 3, 'en')).toBe('5,000.00 GB')
})

test('durations are minutes and seconds (rule.fmt.duration), longer ones hours or days', () => {
  expect(format.formatDuration(185, 'zh')).toBe('3分05秒')
  expect(format.formatDuration(9, 'en')).toBe('9 s')
  expect(format.formatDuration(0, 'zh')).toBe('0秒')
  expect(format.formatDuration(59.6, 'en')).toBe('1 min 00 s')
  expect(format.formatDuration(3599, 'zh')).toBe('59分59秒')
  expect(format.formatDuration(3 * 3600 + 3, 'zh')).toBe('3小时00分')
  expect(format.formatDuration(86_400 * 2 + 3600 * 5, 'en')).toBe('2 d 05 h')
})

test('numbers have group separators and a unit', () => {
  expect(format.formatNumber(63184, 'zh')).toBe('63,184')
  expect(format.formatNumber('12.50', 'zh', 1)).toBe('12.5')
  expect(format.formatNumber('', 'zh')).toBe('—')
  expect(format.formatUnit(30, '%', 'zh')).toBe('30%')
  expect(format.formatPower(828.9, 'en', 2420)).toBe('0.83\u00A0kW')
  expect(format.formatPower(1234, 'en')).toBe('1.23\u00A0kW')
  expect(format.formatEnergy(1500, 'en')).toBe('1.50\u00A0kWh')
  expect(format.formatEnergy(12_340_000, 'en')).toBe('12.34\u00A0MWh')
  expect(format.formatUnit(9999, 'Wh', 'en', 0)).toBe('9,999\u00A0Wh')
  expect(format.formatUnit(1_234_567, 'Wh', 'en', 0)).toBe('1,234.57\u00A0kWh')
  expect(format.formatUnit(-45_600_000, 'kWh', 'zh')).toBe('-45.60\u00A0GWh')
  expect(format.formatUnit(25_000, 'W', 'en', 0)).toBe('25,000\u00A0W')
})

test('times read yyyy-MM-dd HH:mm:ss in the tenant zone (rule.fmt.date)', () => {
  expect(format.formatTime(at, 'Asia/Shanghai')).toBe('2026-11-20 18:30:05')
  expect(format.formatTime('2026-11-20 18:30:05', 'Asia/Shanghai', 'minute')).toBe('2026-11-20 18:30')
  expect(format.formatTime(null, 'Asia/Shanghai')).toBe('—')
})

test('a wire time names one instant, also across a clock change', () => {
  expect(instantOf('2026-11-20 18:30:05', 'Asia/Shanghai')).toBe(at)
  expect(instantOf('2026-03-29 01:59:59', 'Europe/Berlin')).toBe(Date.UTC(2026, 2, 29, 0, 59, 59))
  expect(instantOf('2026-03-29 03:00:00', 'Europe/Berlin')).toBe(Date.UTC(2026, 2, 29, 1, 0, 0))
  expect(instantOf('now', 'Asia/Shanghai')).toBeNull()
})

test('the default language is zh; a stored language or one in the address overrides it (rule.ui.language.default, rule.language.login)', () => {
  expect(firstLang('/wel/index', null)).toBe('zh')
  expect(firstLang('/wel/index', 'en')).toBe('en')
  expect(firstLang('/en/login', 'zh')).toBe('en')
  expect(firstLang('/wel/index', null, 'en-US')).toBe('zh')
  expect(firstLang('/invite_link', null, 'en-US')).toBe('en')
  expect(firstLang('/invite_link', null, 'fr-FR')).toBe('en')
  expect(firstLang('/invite_link', null, 'zh-HK')).toBe('zh')
  expect(firstLang('/invite_link', 'zh', 'en-US')).toBe('zh')
  expect(langOfPath('/login')).toBe('zh')
  expect(langOfPath('/EN/login')).toBe('en')
  expect(langOfPath('/city/map/index')).toBeNull()
})
