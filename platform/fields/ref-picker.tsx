import { pick, type Text } from '@lamplight/kit'
import { useContext, useEffect, useMemo, useState } from 'react'
import { Picker } from './picker.tsx'
import { type OptionsAmong, RowTenantContext, useFieldHost } from './view-type.ts'

const KEPT: Text = ['{why}（已选 {n} 项）', '{why} ({n} chosen)']
/** Delay after the last key before the server is asked, ms. */
const PAUSE = 250

const NONE: readonly string[] = []

const useSettled = (text: string): string => {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : PAUSE)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/** Selects rows of another resource: offers the first ten, or those whose title contains the typed text. */
export const RefPicker = (props: {
  readonly id: string
  readonly to: string
  readonly label: Text
  readonly chosen: readonly string[]
  readonly onChange: (ids: readonly string[]) => void
  readonly multiple?: boolean
  /** True: offers rows of all tenants. */
  readonly anyTenant?: boolean | undefined
  /** Offers only rows with these values, by wire name. */
  readonly only?: OptionsAmong['only']
  /** Titles that were loaded with the row. */
  readonly known?: ReadonlyMap<string, string>
  readonly onBlur?: () => void
  readonly invalid?: boolean
  readonly disabled?: boolean
  readonly describedBy?: string
}) => {
  const { to, known, chosen, label, anyTenant, only, ...rest } = props
  const { lang, useOptions, useTitles, useObstacle } = useFieldHost()
  const rowTenant = useContext(RowTenantContext)
  const tenantId = anyTenant ? null : rowTenant
  const obstacle = useObstacle(to, tenantId)
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [seen, setSeen] = useState<ReadonlyMap<string, string>>(new Map())
  const { options, loading, whole } = useOptions(to, useSettled(text), open, { tenantId, only })
  const unknown = useMemo(() => chosen.filter((id) => !known?.get(id) && !seen.get(id)), [chosen, known, seen])
  const titles = useTitles(to, obstacle ? NONE : unknown)
  const labels = useMemo(() => new Map([...(known ?? []), ...titles, ...seen]), [known, titles, seen])
  return (
    <Picker
      {...rest}
      disabled={props.disabled || obstacle !== null}
      {...(obstacle && {
        placeholder: chosen.length > 0 ? pick(KEPT, lang, { why: pick(obstacle, lang), n: chosen.length }) : pick(obstacle, lang),
      })}
      chosen={obstacle && unknown.length > 0 ? NONE : chosen}
      label={pick(label, lang)}
      options={options.map((option) => ({ id: option.id, label: option.title, depth: option.depth }))}
      loading={loading}
      labels={labels}
      onOpen={setOpen}
      {...(whole ? {} : { onSearch: setText })}
      onChange={(ids) => {
        setSeen(
          new Map([
            ...seen,
            ...options.filter((option) => ids.includes(option.id)).map((option): [string, string] => [option.id, option.title]),
          ]),
        )
        props.onChange(ids)
      }}
    />
  )
}
