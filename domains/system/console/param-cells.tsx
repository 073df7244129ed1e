import { useT } from '@lamplight/console-kit'
import { kindOfRow } from '../model/params.ts'

/** Name of a parameter; built-in parameters store it in both languages: `初始密码 / Initial password`. */
export const ParamName = ({ value }: { readonly value: string | null }) => {
  const [zh = '', en = zh] = (value ?? '').split(' / ')
  return useT()([zh, en])
}

/** A value by its type: a flag as a word, a number with its unit. */
export const ParamValue = ({ value, row }: { readonly value: string | null; readonly row: Parameters<typeof kindOfRow>[0] }) => {
  const t = useT()
  const type = kindOfRow(row)
  if (!value) return <span className="ll-f-none">{'—'}</span>
  if (type.kind === 'flag') return ['true', '1'].includes(value) ? t(['是', 'Yes']) : t(['否', 'No'])
  return (
    <span className="ll-system-value" title={value}>
      {value}
      {type.kind === 'number' && type.unit && <span className="ll-f-unit"> {type.unit}</span>}
    </span>
  )
}
