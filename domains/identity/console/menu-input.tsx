import { type AnswerOf, api, useT } from '@lamplight/console-kit'
import { Picker, type PickOption } from '@lamplight/fields/view'
import type { menuTree } from '@lamplight/system/server'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { dataScope } from '../model/index.ts'

type MenuNode = AnswerOf<typeof menuTree>[number]
const flat = (nodes: readonly MenuNode[], depth = 0): PickOption[] =>
  nodes.flatMap(({ id, title, children }) => [{ id, label: title, depth }, ...flat(children ?? [], depth + 1)])

/** Input that selects a page among the user's own menus, which every user may list. */
export const MenuInput = (props: {
  readonly id: string
  readonly value: string | null
  readonly onChange: (value: string | null) => void
  readonly invalid: boolean
}) => {
  const t = useT()
  const { data, isPending } = useQuery({
    queryKey: ['system.menu', 'tree'],
    queryFn: ({ signal }) => api.get<typeof menuTree>('blade-system/menu/tree', {}, { signal }),
  })
  const options = useMemo(() => flat(data ?? []), [data])
  return (
    <Picker
      id={props.id}
      label={t(dataScope.fields.menuId.options.label)}
      options={options}
      chosen={props.value ? [props.value] : []}
      loading={isPending}
      invalid={props.invalid}
      onChange={([chosen]) => props.onChange(chosen ?? null)}
    />
  )
}
