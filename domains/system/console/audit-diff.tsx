import { useT } from '@lamplight/console-kit'
import { consoleOf } from '@lamplight/console-kit/resource'
import type { Text } from '@lamplight/kit'

type Values = Readonly<Record<string, unknown>>
interface Entry {
  readonly what?: string | null
  readonly detail?: string | null
}

const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value)
const parsed = (detail: string | null | undefined): Values => {
  try {
    const value: unknown = JSON.parse(detail ?? '')
    return isValues(value) ? value : {}
  } catch {
    return {}
  }
}
/** What a value reads like: texts as they are, lists by commas, nothing as a dash. */
const words = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '—'
  if (Array.isArray(value)) return value.map(words).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
const changesOf = ({ detail }: Entry) => {
  const { before, after, ...rest } = parsed(detail)
  const [old, now] = [isValues(before) ? before : {}, isValues(after) ? after : {}]
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])]
  return { changes: names.map((name) => ({ name, old: old[name], now: now[name] })), rest: Object.entries(rest) }
}
/** The name of a field, where the entry is about rows of a resource: `system.param.update`. */
const labelOf = (what: string | null | undefined, name: string): Text => {
  const resource = consoleOf((what ?? '').split('.').slice(0, 2).join('.'))?.resource
  return resource?.fields[name]?.options.label ?? [name, name]
}

/** One line: `参数值: 1 → 2`. */
export const AuditLine = ({ row }: { readonly value: string | null; readonly row: Entry }) => {
  const t = useT()
  const { changes, rest } = changesOf(row)
  const lines = [
    ...changes.map(({ name, old, now }) => {
      const label = t(labelOf(row.what, name))
      return old === undefined ? `${label}: ${words(now)}` : `${label}: ${words(old)} → ${words(now)}`
    }),
    ...rest.map(([name, value]) => `${name}: ${words(value)}`),
  ]
  return lines.length > 0 ? <span title={lines.join('\n')}>{lines.join('; ')}</span> : <span className="ll-f-none">{'—'}</span>
}

/** The difference that an entry made: each field that changed, as it was and as it is. */
export const AuditDiff = ({ row }: { readonly row: Entry }) => {
  const t = useT()
  const { changes } = changesOf(row)
  if (changes.length === 0) return null
  return (
    <table className="ll-system-diff">
      <thead>
        <tr>
          <th scope="col">{t(['字段', 'Field'])}</th>
          <th scope="col">{t(['修改前', 'Before'])}</th>
          <th scope="col">{t(['修改后', 'After'])}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ name, old, now }) => (
          <tr key={name}>
            <th scope="row">{t(labelOf(row.what, name))}</th>
            <td>{old === undefined ? '—' : <del>{words(old)}</del>}</td>
            <td>{now === undefined ? '—' : <ins>{words(now)}</ins>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
