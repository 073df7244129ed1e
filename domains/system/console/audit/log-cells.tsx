import { useLang, useT } from '@lamplight/console-kit'
import type { ColumnProps } from '@lamplight/console-kit/resource'
import type { logApi, logUsual } from '../../model/log.resource.ts'
import { LOG_LEVELS, LOG_LINES, LOG_VALUES } from '../../model/log-words.ts'

/** A line of the general log in the user's language. */
export const LogLine = ({ value }: ColumnProps<typeof logUsual, 'logId'>) => {
  const zh = useLang() === 'zh'
  return (zh && value && LOG_LINES[value]) || value || '—'
}

/** Values of a line, by name; null if the text is not JSON (an old or truncated entry). */
const valuesIn = (text: string): readonly (readonly [name: string, value: string])[] | null => {
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return null
    return Object.entries(parsed).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)])
  } catch {
    return null
  }
}
export const LogValues = ({ value }: ColumnProps<typeof logUsual, 'logData'>) => {
  const t = useT()
  if (!value) return <span className="ll-f-none">—</span>
  const values = valuesIn(value)
  if (!values) return value
  return values
    .map(([name, one]) => t(['{name}：{value}', '{name}: {value}'], { name: t(LOG_VALUES[name] ?? [name, name]), value: one }))
    .join(t(['；', '; ']))
}

/** Description of a call in the user's language; entries of earlier versions have only Chinese text. */
export const LogTitle = ({ value, row }: ColumnProps<typeof logApi, 'title'>) => {
  const zh = useLang() === 'zh'
  return (zh ? value : row.enTitle || value) || '—'
}

export const LogLevel = ({ value }: ColumnProps<typeof logUsual, 'logLevel'>) => {
  const t = useT()
  const words = LOG_LEVELS[value ?? '']
  return words ? t(words) : (value ?? '—')
}
