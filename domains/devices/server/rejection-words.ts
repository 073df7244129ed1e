import { type DeviceProperty, type DeviceTypeDefinition, type Lang, pick, type Text, unitSymbol } from '@lamplight/kit'
import { EVENT_TYPES, isEventType } from '@lamplight/protocol'
import { formatTime } from '@lamplight/server-kit'

/** Time of a wrong clock with its offset to the time of receipt, both epoch ms: `2026-11-28 18:00:00 (120 min ahead)`. */
export const clockWords = (at: number, receivedAt: number, { lang, zone }: { readonly lang: Lang; readonly zone: string }): string => {
  const minutes = Math.round((at - receivedAt) / 60_000)
  const far = Math.abs(minutes)
  const offset = pick(minutes > 0 ? [`快 ${far} 分钟`, `${far} min ahead`] : [`慢 ${far} 分钟`, `${far} min behind`], lang)
  return lang === 'zh' ? `${formatTime(at, zone)}（${offset}）` : `${formatTime(at, zone)} (${offset})`
}

/** Allowed values that are named one by one. */
const NAMED_AT_MOST = 8

const BY_TYPE: Readonly<Record<NonNullable<DeviceProperty['type']>, Text>> = {
  number: ['数字', 'a number'],
  boolean: ['true 或 false', 'true or false'],
  time: ['毫秒时间戳', 'epoch milliseconds'],
  text: ['不超过 255 个字符的文本', 'a text of at most 255 characters'],
  list: ['不超过 32 项的文本列表', 'a list of at most 32 texts'],
}

const wordsOf = (words: Readonly<Record<string, Text>>, lang: Lang): string => {
  const all = Object.entries(words)
  const named = all.slice(0, NAMED_AT_MOST).map(([value, label]) => `${value} ${pick(label, lang)}`)
  return `${named.join(pick(['、', ', '], lang))}${all.length > NAMED_AT_MOST ? ' …' : ''}`
}

/** What a property allows: `0–100 %`, `≥ 0`, `0 Closed, 1 Open`, `a number`. */
const limitOf = ({ type = 'number', min, max, unit, values, words }: DeviceProperty, lang: Lang): string => {
  const named = values ?? words
  if (named) return wordsOf(named, lang)
  if (type !== 'number' || (min === undefined && max === undefined)) return pick(BY_TYPE[type], lang)
  const span = min === undefined ? `≤ ${max}` : max === undefined ? `≥ ${min}` : `${min}${min < 0 ? ' – ' : '–'}${max}`
  return unit ? `${span} ${unitSymbol(unit)}` : span
}

/** Label and limit of a value, or of an event, that the type does not allow. The name itself is the label of a property that the type no longer has. */
export const rejectionWords = (
  { properties }: Pick<DeviceTypeDefinition, 'properties'>,
  { kind, name }: { readonly kind: string; readonly name: string },
  lang: Lang,
  aheadSeconds: number,
): { readonly label: string; readonly limit: string } => {
  if (kind === 'clock')
    return {
      label: pick(['设备时钟', 'Device clock'], lang),
      limit: pick(
        [
          `超前服务器不超过${aheadSeconds / 60}分钟，不早于保存的历史；否则按收到的时间计`,
          `at most ${aheadSeconds / 60} min ahead of the server, not before the stored history; else the time of arrival is used`,
        ],
        lang,
      ),
    }
  if (kind === 'event')
    return {
      label: isEventType(name) ? pick(EVENT_TYPES[name], lang) : name,
      limit: pick(['设备类型未声明的事件', 'an event that the device type does not declare'], lang),
    }
  const property = properties[name]
  return property ? { label: pick(property.label, lang), limit: limitOf(property, lang) } : { label: name, limit: '' }
}
