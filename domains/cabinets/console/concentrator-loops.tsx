import { api, StateMark, useT } from '@lamplight/console-kit'
import { type RowColumn, RowLink, RowTable, Waiting } from '@lamplight/console-kit/resource'
import type { WireRow } from '@lamplight/fields/model'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { loop } from '../model/loop.resource.ts'
import type { LoopAnswer } from '../server/concentrator-reads.handler.ts'
import './concentrator.css'
import { M, PHASES } from './concentrator.messages.ts'
import { SwitchButtons } from './switch-buttons.tsx'

/** A concentrator as its list and its page show it. */
export interface ConcentratorRow {
  readonly id: string
  readonly sn: string
  readonly name?: string | null
  readonly reportedAt?: string | null
  readonly [field: string]: unknown
}
type Loop = WireRow<typeof loop>
interface Shown extends Loop {
  readonly data: LoopAnswer
}
const LOOPS_AT_MOST = 99
export const nameOf = ({ name, sn }: Pick<ConcentratorRow, 'name' | 'sn'>): string => name || sn

export const Contact = ({ on }: { readonly on: unknown }) => {
  const t = useT()
  if (on !== 0 && on !== 1) return <StateMark tone="neutral" text={t(M.unknown)} />
  return <StateMark tone={on === 1 ? 'success' : 'warning'} text={t(on === 1 ? M.closed : M.open)} />
}
const amount = (value: number | null, unit: string): string => (value === null ? '—' : `${value}\u00A0${unit}`)

const columnsOf = (concentrator: ConcentratorRow): readonly RowColumn<Shown>[] => [
  {
    key: 'name',
    label: M.loop,
    width: 180,
    cell: ({ id, name, no }) => (
      <RowLink resource="cabinets.loop" id={id}>
        {no === null ? name : `${no} · ${name}`}
      </RowLink>
    ),
  },
  { key: 'phase', label: M.phase, width: 90, cell: ({ phase }) => <Phase phase={phase} /> },
  { key: 'output', label: M.doNo, width: 100, cell: ({ doNo }) => (doNo === null ? '—' : `DO${doNo}`) },
  { key: 'state', label: M.state, width: 100, cell: ({ data }) => <Contact on={data.on} /> },
  { key: 'feedback', label: M.feedback, width: 100, cell: ({ data }) => <Contact on={data.feedback} /> },
  {
    key: 'meter',
    label: M.meter,
    width: 160,
    cell: ({ data }) => data.phases.map(({ voltage, current }) => `${amount(voltage, 'V')} / ${amount(current, 'A')}`).join('，') || '—',
  },
  { key: 'lit', label: M.lit, width: 100, align: 'right', cell: ({ data }) => `${data.lampsOn} / ${data.lamps}` },
  {
    key: 'actions',
    label: M.actions,
    width: 120,
    isPinned: true,
    cell: ({ id, name, doNo, data }) =>
      doNo === null ? null : (
        <SwitchButtons
          what={name}
          lamps={data}
          concentrator={{ id: concentrator.id, name: nameOf(concentrator) }}
          path="loop"
          target={{ loopId: id }}
        />
      ),
  },
]
const Phase = ({ phase }: { readonly phase: number | null }) => {
  const t = useT()
  return PHASES[phase ?? 0] ? t(PHASES[phase ?? 0] as (typeof PHASES)[number]) : '—'
}

/** The loops of a concentrator with their state, and a switch for each. Reloaded after each report. */
export const ConcentratorLoops = ({ row }: { readonly row: ConcentratorRow }) => {
  const t = useT()
  const columns = useMemo(() => columnsOf(row), [row])
  const query = useQuery({
    queryKey: ['cabinets.loop', 'of', row.id, row.reportedAt ?? ''],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<readonly Shown[]> => {
      const params = { concentratorId: row.id, size: LOOPS_AT_MOST, sort: 'no' }
      const { records } = await api.get<{ records: readonly Loop[] }>('blade-city/concentrator/loop/list', params, { signal, quiet: true })
      return Promise.all(
        records.map(async (loop) => ({
          ...loop,
          data: await api.get<LoopAnswer>(
            'blade-city/concentrator/loop/data',
            { concentratorId: row.id, loopId: loop.id },
            { signal, quiet: true },
          ),
        })),
      )
    },
  })
  if (!query.data) return <Waiting query={query} rows={4} />
  if (query.data.length === 0) return <p className="ll-cabinets-none">{t(M.noLoops)}</p>
  return (
    <section className="ll-cabinets-tab">
      <RowTable columns={columns} rows={query.data} label={t(M.loops)} keyOf={({ id }) => id} />
    </section>
  )
}
