import { StateMark, type Translate, useT } from '@lamplight/console-kit'
import type { Difference as Found, SettingName } from '../../model/difference.ts'
import { strategy } from '../../model/strategy.resource.ts'
import { ENTRY_FIELDS, type StoredEntry } from '../../model/strategy-fields.ts'
import { V } from '../publish/preview.messages.ts'
import { entryWords } from './entry-words.ts'

const WEEKDAYS = [
  ['一', 'Mon'],
  ['二', 'Tue'],
  ['三', 'Wed'],
  ['四', 'Thu'],
  ['五', 'Fri'],
  ['六', 'Sat'],
  ['日', 'Sun'],
] as const

/** A switch point with all that is set, in words: `23:00 · 60% · 主灯 · 周一、二 · 渐变 30 s`. */
const pointWords = (entry: StoredEntry, t: Translate): string => {
  const { level, head, weekdays, ramp, lux, earliest, latest } = entry
  const days = weekdays ? weekdays.split(',').map((day) => t(WEEKDAYS[Number(day) - 1] ?? WEEKDAYS[0])) : []
  return [
    entryWords(entry, t),
    `${level ?? 0}%`,
    ...(head ? [t(ENTRY_FIELDS.head.options.values[head as 0])] : []),
    ...(days.length > 0 ? [t(['周{days}', '{days}'], { days: days.join(t(['、', ', '])) })] : []),
    ...(ramp ? [`${t(ENTRY_FIELDS.ramp.options.label)} ${ramp} s`] : []),
    ...(lux ? [`${lux} lx`] : []),
    ...(earliest || latest ? [`${earliest ?? 0}…${latest ?? 0} min`] : []),
  ].join(' · ')
}
const settingWords = (name: SettingName, value: string | number, t: Translate): string => {
  if (name === 'dayKind' || name === 'polar') {
    const { values } = strategy.fields[name].options
    return t(values[Number(value) as 0])
  }
  if (name === 'minBurn') return `${value} min`
  return value === '' ? '—' : String(value)
}

/** What changes from one version to another, in words. */
export const DifferenceList = ({ difference }: { readonly difference: Found }) => {
  const t = useT()
  const { added, removed, changed, settings } = difference
  const lines = [
    ...added.map((one) => ['added', 'gold', pointWords(one, t)] as const),
    ...removed.map((one) => ['removed', 'info', pointWords(one, t)] as const),
    ...changed.map(([before, after]) => ['changedPoint', 'warning', `${pointWords(before, t)} → ${pointWords(after, t)}`] as const),
    ...settings.map(([name, before, after]) => {
      const words = `${t(strategy.fields[name].options.label)}: ${settingWords(name, before, t)} → ${settingWords(name, after, t)}`
      return ['changedPoint', 'warning', words] as const
    }),
  ]
  if (lines.length === 0) return <p className="ll-st-hint">{t(V.noChange)}</p>
  return (
    <ul className="ll-st-diff">
      {lines.map(([what, tone, words]) => (
        <li key={`${what} ${words}`}>
          <StateMark tone={tone} text={t(V[what])} />
          {words}
        </li>
      ))}
    </ul>
  )
}
