import { Segments, useT, useTab } from '@lamplight/console-kit'
import { ResourceList } from '@lamplight/console-kit/list'
import { consoleOf, FixedParamsContext, type ResourceConsole } from '@lamplight/console-kit/resource'
import type { FieldOptions, ResourceDefinition, Text } from '@lamplight/kit'
import { useMemo } from 'react'
import { KINDS, SYSTEMS, strategy } from '../model/strategy.resource.ts'
import { DETAIL, EDITOR, INSTITUTE_EDITOR, SPECIAL_DETAIL } from './routes.ts'
import { S } from './strategies.messages.ts'
import './strategies.css'

const STRIP = { width: 184, least: 170 } as const
const NARROW = { width: 76 } as const
const TIME = { width: 150 } as const

/** The definition by which a list of one kind works: with the calls of that kind, and tonight as a column. */
const listed = (kind: 'normal' | 'special', base: string = strategy.api.base): ResourceDefinition => {
  const { name, entries, kind: kindField, ...rest } = strategy.fields as ResourceDefinition['fields']
  const shown = (key: string, list: FieldOptions['list']): ResourceDefinition['fields'] => ({
    [key]: { ...rest[key]!, options: { ...rest[key]!.options, list } },
  })
  const { io: _io, ...others } = strategy as ResourceDefinition
  return {
    ...others,
    api: { base: `${base}/${kind}`, verbs: ['page', kind === 'normal' ? 'get' : 'detail', 'create', 'put', 'delete'] },
    fields: {
      name: name!,
      entries: { ...entries!, options: { ...entries!.options, label: S.tonight, list: STRIP } },
      kind: { ...kindField!, options: { ...kindField!.options, list: false } },
      ...rest,
      ...shown('projectId', undefined),
      ...shown('version', NARROW),
      ...shown('assigned', NARROW),
      ...shown('held', NARROW),
      ...shown('drifted', NARROW),
      ...shown('failed', NARROW),
      ...shown('publishedAt', TIME),
    },
  }
}
const LISTED: Readonly<Record<number, ResourceDefinition>> = {
  [KINDS.normal]: listed('normal'),
  [KINDS.special]: listed('special'),
  [KINDS.spray]: listed('normal', 'blade-strategy/spray/workstrategy'),
}

const LABELS: Readonly<Record<number, Text>> = strategy.fields.kind.options.values
/** Normal or special strategies, in a system that has one page for both. */
const KindSwitch = () => {
  const t = useT()
  const { query, setQuery } = useTab()
  return (
    <div className="ll-st-kinds">
      <Segments
        label={t(strategy.fields.kind.options.label)}
        value={query.kind === '2' ? 2 : 1}
        onChange={(kind) => setQuery({ kind: kind === 2 ? '2' : null, current: null })}
        options={[1, 2].map((value) => ({ value, label: t(LABELS[value] ?? S.list) }))}
      />
    </div>
  )
}

const Listed = ({ system, kind, link }: { readonly system: number; readonly kind: number; readonly link: string }) => {
  const isCity = system === SYSTEMS.city
  const console = useMemo((): ResourceConsole => {
    const own = consoleOf(strategy.name) as ResourceConsole
    const editor = system === SYSTEMS.institute ? INSTITUTE_EDITOR : EDITOR
    const query = new URLSearchParams({
      ...(kind !== KINDS.normal && { kind: String(kind) }),
      ...(!isCity && { systemType: String(system) }),
    }).toString()
    const ui = {
      ...own.ui,
      formPage: true as const,
      create: { page: query ? `${editor}?${query}` : editor },
      ...(!isCity && { slots: { ...own.ui.slots, listTop: KindSwitch } }),
    }
    return { ...own, ui, link, details: kind === KINDS.special ? SPECIAL_DETAIL : DETAIL, resource: LISTED[kind]! }
  }, [system, kind, link, isCity])
  const fixed = useMemo(() => ({ systemType: String(system), kind: String(kind) }), [system, kind])
  return (
    <FixedParamsContext value={fixed}>
      <ResourceList key={kind} console={console} />
    </FixedParamsContext>
  )
}

/** The list of the strategies of a system; `kind`: of one kind only, else the user chooses. */
export const strategyListOf = (system: number, link: string, kind?: number) => () => {
  const { query } = useTab()
  return <Listed system={system} link={link} kind={kind ?? (query.kind === '2' ? KINDS.special : KINDS.normal)} />
}
