import { type Query, useT } from '@lamplight/console-kit'
import { consoleOf, fieldOfWire, useTitle } from '@lamplight/console-kit/resource'
import { type ChoiceOptions, type DictOptions, type FlagOptions, isId, type RefOptions } from '@lamplight/fields/model'
import { useFieldHost } from '@lamplight/fields/view'
import { type Field, type ResourceDefinition, ROW_TIMES, type Text } from '@lamplight/kit'
import { Fragment, type ReactNode } from 'react'

/** Symbols and words of filter suffixes (wire-contract.md 2.4); a filter without suffix, or with `_equal`, has none. */
const RELATIONS: Readonly<Record<string, Text>> = {
  ...Object.fromEntries(['ge', 'datege'].map((suffix) => [suffix, ['≥', '≥']])),
  ...Object.fromEntries(['le', 'datele'].map((suffix) => [suffix, ['≤', '≤']])),
  ...Object.fromEntries(['gt', 'dategt'].map((suffix) => [suffix, ['>', '>']])),
  ...Object.fromEntries(['lt', 'datelt'].map((suffix) => [suffix, ['<', '<']])),
  notequal: ['≠', '≠'],
  notlike: ['不含', 'without'],
  null: ['为空', 'is empty'],
  notnull: ['不为空', 'is not empty'],
}
const SUFFIX = /^(.+?)_([a-z]+)$/
const YES_NO: readonly [Text, Text] = [
  ['否', 'No'],
  ['是', 'Yes'],
]
const SEVERAL: Text = ['、', ', ']
const KEYWORD: Text = ['关键字', 'Keyword']

const RowName = ({ to, id }: { readonly to: string; readonly id: string }) => {
  const title = useTitle(isId(id) ? (consoleOf(to)?.resource ?? null) : null, id)
  return title ?? `…${id.slice(-6)}`
}
const DictWord = ({ code, value }: { readonly code: string; readonly value: string }) =>
  useFieldHost()
    .useDictionary(code)
    .find(({ key }) => key === value)?.label ?? value

/** One value of a filter as in lists: the label of a choice, the title of the row with that id. */
const Value = ({ field, value }: { readonly field: Field | undefined; readonly value: string }) => {
  const t = useT()
  switch (field?.kind) {
    case 'choice': {
      const words = (field.options as unknown as ChoiceOptions).values[Number(value)]
      return words ? t(words) : value
    }
    case 'flag':
      return t(((field.options as FlagOptions).words ?? YES_NO)[value === '1' || value === 'true' ? 1 : 0])
    case 'dict':
      return <DictWord code={(field.options as unknown as DictOptions).code} value={value} />
    case 'ref':
    case 'refs':
      return <RowName to={(field.options as unknown as RefOptions).to} id={value} />
    default: {
      const { unit } = (field?.options ?? {}) as { unit?: string }
      return unit ? `${value} ${unit}` : value
    }
  }
}
const LISTED = new Set(['choice', 'dict', 'ref', 'refs', 'flag'])

const Condition = ({
  resource,
  wire,
  raw,
}: {
  readonly resource: ResourceDefinition
  readonly wire: string
  readonly raw: string
}): ReactNode => {
  const t = useT()
  const [, bare = wire, suffix = ''] = fieldOfWire(resource.fields, wire) ? [] : (SUFFIX.exec(wire) ?? [])
  const field = resource.fields[fieldOfWire(resource.fields, bare) ?? '']
  const time = ROW_TIMES[bare as keyof typeof ROW_TIMES]
  const label = t(field?.options.label ?? time ?? (wire === 'keyword' ? KEYWORD : [wire, wire]))
  const relation = RELATIONS[suffix]
  const values = field && LISTED.has(field.kind) ? raw.split(',') : [raw]
  const isNullFilter = suffix.endsWith('null')
    ? null
    : values.map((value, at) => (
        <Fragment key={value}>
          {at > 0 && t(SEVERAL)}
          <Value field={field} value={value} />
        </Fragment>
      ))
  return (
    <>
      {label}
      {relation ? ` ${t(relation)} ` : t(['：', ': '])}
      {isNullFilter}
    </>
  )
}

const Order = ({ resource, names, mark }: { readonly resource: ResourceDefinition; readonly names: string; readonly mark: string }) => {
  const t = useT()
  const labels = names.split(',').map((name) => {
    const label = resource.fields[fieldOfWire(resource.fields, name) ?? '']?.options.label ?? ROW_TIMES[name as keyof typeof ROW_TIMES]
    return `${label ? t(label) : name} ${mark}`
  })
  return `${t(['排序：', 'Sort: '])}${labels.join(t(SEVERAL))}`
}

/** Filter and order of a list as text, separated by dots: “灯型：市电 · 功率 ≥ 100 W · 排序：功率 ↓”. Empty if there is neither. */
export const FilterWords = ({ resource, filter }: { readonly resource: ResourceDefinition; readonly filter: Query }) =>
  Object.entries(filter).map(([wire, raw], at) => (
    <Fragment key={wire}>
      {at > 0 && ' · '}
      {wire === 'ascs' || wire === 'descs' ? (
        <Order resource={resource} names={raw} mark={wire === 'ascs' ? '↑' : '↓'} />
      ) : (
        <Condition resource={resource} wire={wire} raw={raw} />
      )}
    </Fragment>
  ))
