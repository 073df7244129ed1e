import { Age, api, Empty, Link, StateMark, useFormat, usePermission, useT } from '@lamplight/console-kit'
import { detailHref, knownResource, type RowColumn, RowTable, Waiting } from '@lamplight/console-kit/resource'
import { type LatestCommand, recordHref, staleAfter, useRowKind, valueWords } from '@lamplight/control/console'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { PROTOCOLS } from '../model/product.resource.ts'
import './board.css'
import { CabinetCommands } from './cabinet-commands.tsx'
import { M, STATES } from './roadcabinets.messages.ts'
import { type BoardDetail, useProduct, viewHref } from './use-board.ts'
import { type LiveUnit, useLiveCabinets } from './use-live-cabinets.ts'

interface InstalledUnit {
  readonly code: string
  readonly cabin: number
  readonly address: number | null
  readonly port: string | null
  readonly protocol: number | null
  readonly polling: number | null
}
export interface CabinetRow {
  readonly id: string
  readonly productId?: string | null
  readonly units?: readonly object[] | null
}

/** The latest values of a unit in one line. They are marked as old after twice the polling period of the unit. */
const Values = ({ unit, typeId }: { readonly unit: LiveUnit; readonly typeId: string }) => {
  const t = useT()
  const format = useFormat()
  const { kind } = useRowKind(typeId)
  const words = Object.entries(kind?.type.properties ?? {}).flatMap(([name, property]) => {
    const value = property.retired ? null : valueWords(property, unit.values[name], { t, format })
    return value === null ? [] : [`${t(property.label)} ${value}`]
  })
  return (
    <span className="ll-board-values">
      {words.join(t(['，', ', '])) || '—'}{' '}
      {unit.reportedAt && kind && (
        <small>
          <Age at={unit.reportedAt} staleMs={unit.polling > 0 ? 2000 * unit.polling : staleAfter(kind.type, unit.values)} />
        </small>
      )}
    </span>
  )
}

/** Links to the boards of the cabinet's product. Boards of one cabinet open with this cabinet. */
const Boards = ({ row }: { readonly row: CabinetRow }) => {
  const t = useT()
  const { data } = useQuery({
    queryKey: ['roadcabinets.board', 'ofProduct', row.productId],
    enabled: usePermission('cabinet_board_view'),
    queryFn: ({ signal }) =>
      api.get<{ records: readonly BoardDetail[] }>(
        'blade-visual/integratedProduct/board/list',
        { productId: row.productId ?? '', size: 20 },
        { signal, quiet: true },
      ),
  })
  return data?.records.map((board) => (
    <Link key={board.id} to={viewHref(board, board.kind === 3 ? '' : row.id)} className="ll-button">
      {t(M.view)} {board.name}
    </Link>
  ))
}

/** The units of a cabinet with their latest values, install configuration and commands. */
export const UnitsTab = ({ row }: { readonly row: CabinetRow }) => {
  const t = useT()
  const live = useLiveCabinets({ ids: row.id })
  const product = useProduct(row.productId ?? undefined)
  const units = live.data?.[0]?.units ?? []
  const columns = useMemo((): readonly RowColumn<LiveUnit>[] => {
    const configs = (row.units ?? []) as readonly InstalledUnit[]
    const configOf = ({ code }: LiveUnit): InstalledUnit | undefined => configs.find((one) => one.code === code)
    const device = knownResource('devices.device')
    const typeOf = ({ code }: LiveUnit): string => product.data?.units.find((one) => one.code === code)?.typeId ?? ''
    const protocolOf = (unit: LiveUnit) => PROTOCOLS[configOf(unit)?.protocol as keyof typeof PROTOCOLS]
    return [
      { key: 'name', label: M.unit, width: 130, least: 100, cell: ({ name }) => name },
      {
        key: 'device',
        label: M.deviceId,
        width: 200,
        least: 170,
        cell: ({ sn, deviceId }) => (sn ? <Link to={detailHref(device, deviceId) ?? ''}>{sn}</Link> : t(M.missing)),
      },
      {
        key: 'state',
        label: M.state,
        width: 110,
        cell: ({ deviceState }) => {
          const { text, tone } = STATES[deviceState] ?? (STATES[5] as (typeof STATES)[number])
          return <StateMark tone={tone} text={t(text)} />
        },
      },
      { key: 'values', label: M.values, width: 440, least: 320, cell: (unit) => <Values unit={unit} typeId={typeOf(unit)} /> },
      { key: 'port', label: M.port, width: 110, cell: (unit) => configOf(unit)?.port || '—' },
      { key: 'address', label: M.address, width: 80, align: 'right', cell: (unit) => configOf(unit)?.address ?? '—' },
      {
        key: 'protocol',
        label: M.protocol,
        width: 130,
        cell: (unit) => {
          const words = protocolOf(unit)
          return words ? t(words) : '—'
        },
      },
    ]
  }, [product.data, row.units, t])
  if (!live.data) return <Waiting query={live} rows={5} />
  if (units.length === 0) return <Empty text={t(M.noUnits)} />
  return (
    <section className="ll-board-side" aria-label={t(M.units)}>
      <div className="ll-board-buttons">
        {product.data && <CabinetCommands product={product.data} cabinets={live.data} />}
        <Boards row={row} />
      </div>
      <RowTable columns={columns} rows={units} label={t(M.units)} keyOf={({ code }) => code} />
    </section>
  )
}

const SHOWN = 20
const EVERY_MS = 5000

type Operation = LatestCommand & { readonly unit: string }
const Operations = ({ row }: { readonly row: CabinetRow }) => {
  const t = useT()
  const units = (row.units ?? []) as readonly { readonly name: string; readonly deviceId: string }[]
  const queries = useQueries({
    queries: units.map(({ name, deviceId }) => ({
      queryKey: ['control.batch', 'ofDevice', deviceId, SHOWN],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api.get<readonly LatestCommand[]>('blade-city/commandrecord/ofDevice', { deviceId, size: SHOWN }, { signal, quiet: true }),
      select: (all: readonly LatestCommand[]) => all.map((one): Operation => ({ ...one, unit: name })),
      refetchInterval: EVERY_MS,
    })),
  })
  const columns = useMemo(
    (): readonly RowColumn<Operation>[] => [
      { key: 'at', label: M.at, width: 184, cell: ({ at }) => <time className="ll-f-number">{at}</time> },
      { key: 'unit', label: M.unit, width: 130, cell: ({ unit }) => unit },
      { key: 'text', label: M.command, width: 220, cell: ({ batchId, text }) => <Link to={recordHref(batchId)}>{text}</Link> },
      { key: 'by', label: M.by, width: 120, cell: ({ account }) => account || '—' },
      { key: 'result', label: M.result, width: 320, cell: ({ result }) => result },
    ],
    [],
  )
  const [first] = queries
  if (first && queries.some(({ isPending }) => isPending)) return <Waiting query={first} rows={4} />
  const all = queries.flatMap(({ data }) => data ?? []).sort((a, b) => b.at.localeCompare(a.at))
  if (all.length === 0) return <Empty text={t(M.noRecords)} />
  return <RowTable columns={columns} rows={all.slice(0, SHOWN)} label={t(M.records)} keyOf={({ batchId, unit }) => `${batchId}-${unit}`} />
}

/** The latest commands to the units of a cabinet, with the users who sent them. */
export const RecordsTab = ({ row }: { readonly row: CabinetRow }) => {
  const t = useT()
  return usePermission('commandrecord_view') ? <Operations row={row} /> : <Empty text={t(M.mayNotSee)} />
}
