import { pick, type Text } from '@lamplight/kit'
import { useEffect, useMemo, useState } from 'react'
import { Picker } from './picker.tsx'
import { useFieldHost } from './view-type.ts'

const NO_RIGHT: Text = ['没有查看这类数据的权限', 'You may not see the rows to choose from']
/** Time after the last key until the server is asked, ms. */
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

/** Chooses rows of another resource: the first ten, or those whose title contains what is typed. */
export const RefPicker = (given: {
  readonly id: string
  readonly to: string
  readonly label: Text
  readonly chosen: readonly string[]
  readonly onChange: (ids: readonly string[]) => void
  readonly multiple?: boolean
  /** Titles that came with the row. */
  readonly known?: ReadonlyMap<string, string>
  readonly onBlur?: () => void
  readonly invalid?: boolean
  readonly disabled?: boolean
  readonly describedBy?: string
}) => {
  const { to, known, chosen, label, ...rest } = given
  const { lang, useOptions, useTitles, useMayList } = useFieldHost()
  const may = useMayList(to)
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [seen, setSeen] = useState<ReadonlyMap<string, string>>(new Map())
  const { options, loading, whole } = useOptions(to, useSettled(text), open)
  const unknown = useMemo(() => chosen.filter((id) => !known?.get(id) && !seen.get(id)), [chosen, known, seen])
  const titles = useTitles(to, may ? unknown : NONE)
  const labels = useMemo(() => new Map([...(known ?? []), ...titles, ...seen]), [known, titles, seen])
  return (
    <Picker
      {...rest}
      disabled={given.disabled || !may}
      {...(may ? {} : { placeholder: pick(NO_RIGHT, lang) })}
      chosen={chosen}
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
        given.onChange(ids)
      }}
    />
  )
}
