import { api, Empty, useT } from '@lamplight/console-kit'
import { detailHref, knownResource, Link, type RowColumn, RowTable, Waiting } from '@lamplight/console-kit/resource'
import { StateMark } from '@lamplight/fields/view'
import type { Tone } from '@lamplight/kit'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { SUPPLY_KINDS, SUPPLY_STATES, type SupplyKind, type SupplyNode, type SupplyPlace, type SupplyState } from '../model/supply.ts'
import './cabinets.css'
import { CONTACTS, KINDS, M } from './cabinets.messages.ts'

const EVERY_MS = 5000
const TONES: Readonly<Record<SupplyState, Tone>> = {
  online: 'good',
  closed: 'good',
  on: 'lit',
  off: 'neutral',
  open: 'bad',
  fault: 'bad',
  offline: 'warn',
  unfed: 'bad',
  inactive: 'neutral',
  unknown: 'neutral',
}

const State = ({ state }: { readonly state: SupplyState }) => <StateMark tone={TONES[state]}>{useT()(SUPPLY_STATES[state])}</StateMark>

/** Name of a node, as a link to the same tab of its page. */
const Name = ({ node }: { readonly node: SupplyNode }) => {
  const href = detailHref(knownResource(SUPPLY_KINDS[node.kind]), node.id)
  return href ? <Link to={`${href}${href.includes('?') ? '&' : '?'}tab=supply`}>{node.name}</Link> : node.name
}
/** Output of the concentrator that switches a loop, with its contact. */
const Output = ({ node: { output, contact } }: { readonly node: SupplyNode }) => {
  const t = useT()
  return output === null ? null : `DO${output} ${t(contact === null ? SUPPLY_STATES.unknown : CONTACTS[contact === 0 ? 0 : 1])}`
}
const Kind = ({ kind }: { readonly kind: SupplyKind }) => useT()(KINDS[kind])

const COLUMNS: readonly RowColumn<SupplyNode>[] = [
  { key: 'name', label: M.name, width: 260, cell: (node) => <Name node={node} /> },
  { key: 'kind', label: M.kind, width: 120, cell: ({ kind }) => <Kind kind={kind} /> },
  { key: 'state', label: M.state, width: 120, cell: ({ state }) => <State state={state} /> },
  { key: 'output', label: M.output, width: 120, cell: (node) => <Output node={node} /> },
  { key: 'lamps', label: M.lamps, width: 90, align: 'right', cell: ({ lamps }) => lamps ?? '—' },
  { key: 'offline', label: M.offline, width: 90, align: 'right', cell: ({ offline }) => offline ?? '—' },
]

/** Cause and effect: the open output or air switch at this node or above it, and the lamps that it leaves without supply. */
const Cut = ({ place: { node, above } }: { readonly place: SupplyPlace }) => {
  const t = useT()
  const path = [...above, node]
  const switched = path.findLast(({ kind, state }) => kind === 'airSwitch' && state === 'open')
  const byOutput = path.findLast(({ contact }) => contact === 0)
  const cause = byOutput ?? switched ?? path.findLast(({ state }) => state === 'open')
  const isOpen = node.state === 'open' && node.lamps !== null
  if (!cause || !(isOpen || node.state === 'unfed' || node.kind === 'airSwitch')) return null
  const name = byOutput
    ? t(M.byOutput, { name: above.find(({ kind }) => kind === 'concentrator')?.name ?? '', output: `DO${byOutput.output}` })
    : cause.name
  return (
    <div className="ll-r-banner" role="status" data-tone="bad">
      {node.lamps === null ? t(M.cutAbove, { name }) : t(M.cutHere, { name, lamps: node.lamps, offline: node.offline ?? 0 })}
    </div>
  )
}

/** Supply of a device or place: the nodes above it, from the gateway down, and those below it, with their live states. */
const SupplyTab = ({ kind, id }: { readonly kind: SupplyKind; readonly id: string }) => {
  const t = useT()
  const query = useQuery({
    queryKey: ['cabinets.supply', kind, id],
    queryFn: ({ signal }) => api.get<SupplyPlace>('/api/blade-city/supply/tree', { kind, id }, { signal, quiet: true }),
    refetchInterval: EVERY_MS,
  })
  const place = query.data
  if (!place) return <Waiting query={query} rows={6} />
  const { node, above, below } = place
  if (above.length === 0 && below.length === 0) return <Empty text={t(M.alone)} />
  return (
    <section className="ll-supply" aria-label={t(M.supply)}>
      <Cut place={place} />
      <ol className="ll-supply-path" aria-label={t(M.above)}>
        {[...above, node].map((one) => (
          <li key={`${one.kind}-${one.id}`} aria-current={one === node ? 'true' : undefined}>
            <span className="ll-supply-kind">{t(KINDS[one.kind])}</span>
            {one === node ? <strong>{one.name}</strong> : <Name node={one} />}
            <State state={one.state} />
            <Output node={one} />
          </li>
        ))}
      </ol>
      {below.length === 0 ? (
        <p className="ll-f-none">{t(M.end)}</p>
      ) : (
        <RowTable columns={COLUMNS} rows={below} label={t(M.below)} keyOf={(one) => `${one.kind}-${one.id}`} />
      )}
    </section>
  )
}

type Part = ComponentType<{ readonly row: object }>
const bound = (kind: SupplyKind): Part => {
  const Bound: Part = ({ row }) => <SupplyTab kind={kind} id={(row as { readonly id: string }).id} />
  return Bound
}
export const Gateway = bound('gateway')
export const Concentrator = bound('concentrator')
export const Switchbox = bound('switchbox')
export const Loop = bound('loop')
export const AirSwitch = bound('airSwitch')
export const Meter = bound('meter')
export const Lamp = bound('lamp')
export const Controller = bound('controller')
