import type { Field } from '@lamplight/kit'
import { lazy, Suspense } from 'react'
import { countRule } from '../rule-hint.ts'
import type { CellProps, FieldView, InputProps } from '../view-type.ts'
import type { ItemsOptions } from './model.ts'

type Items = readonly Readonly<Record<string, unknown>>[]

/** View of items; loaded with the first page that shows some. */
export const itemsView = (viewOf: (field: Field) => FieldView<unknown>): FieldView<Items, ItemsOptions> => {
  const Cell = lazy(async () => ({ default: (await import('./view.tsx')).cellOf(viewOf) }))
  const Input = lazy(async () => ({ default: (await import('./view.tsx')).inputOf(viewOf) }))
  return {
    kind: 'items',
    Cell: (props: CellProps<Items, ItemsOptions>) => (
      <Suspense>
        <Cell {...props} />
      </Suspense>
    ),
    Input: (props: InputProps<Items, ItemsOptions>) => (
      <Suspense>
        <Input {...props} />
      </Suspense>
    ),
    Filter: null,
    rule: ({ max }, value) => countRule(value?.length ?? 0, max),
    width: 220,
  }
}
