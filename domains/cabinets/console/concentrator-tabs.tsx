import { api, confirm, usePermission, useT } from '@lamplight/console-kit'
import { invalidate, Link, type RowColumn, RowLink, RowTable } from '@lamplight/console-kit/resource'
import { recordHref } from '@lamplight/control/console'
import { useMemo } from 'react'
import type { OperationAnswer } from '../server/concentrator-records.handler.ts'
import './concentrator.css'
import { M } from './concentrator.messages.ts'
import { type ConcentratorRow, Contact, nameOf } from './concentrator-loops.tsx'
import { PagedRows } from './paged-rows.tsx'
import { SwitchButtons } from './switch-buttons.tsx'

interface Props {
  readonly row: ConcentratorRow
}
const PORTS = [1, 2, 3, 4, 5, 6, 7, 8]

/** Digital inputs and outputs, each output with its switch. */
export const ConcentratorContacts = ({ row }: Props) => {
  const t = useT()
  const columns = useMemo(
    (): readonly RowColumn<number>[] => [
      { key: 'no', label: M.no, width: 80, cell: (no) => no },
      { key: 'input', label: M.diNo, width: 140, cell: (no) => <Contact on={row[`di${no}`]} /> },
      { key: 'output', label: M.doNo, width: 140, cell: (no) => <Contact on={row[`do${no}`]} /> },
      {
        key: 'actions',
        label: M.actions,
        width: 160,
        isPinned: true,
        cell: (no) => <SwitchButtons what={`DO${no}`} concentrator={{ id: row.id, name: nameOf(row) }} path="do" target={{ no }} />,
      },
    ],
    [row],
  )
  return (
    <section className="ll-cabinets-tab">
      <RowTable columns={columns} rows={PORTS} label={t(M.contacts)} keyOf={String} />
    </section>
  )
}

interface BoundLamp {
  readonly id: string
  readonly lampId: string
  readonly lampName: string
  readonly areaName: string
  readonly createTime: string
}
/** The lamps that are bound to a concentrator. */
export const ConcentratorLamps = ({ row }: Props) => {
  const t = useT()
  const may = usePermission('concentrator_unbindlamps')
  const columns = useMemo((): readonly RowColumn<BoundLamp>[] => {
    const unbind = async ({ lampId, lampName }: BoundLamp): Promise<void> => {
      if (!(await confirm({ title: t(M.unbindAsk, { what: lampName }), ok: t(M.unbind), danger: true }))) return
      await api.post('blade-city/concentrator/unbind/lamps', { body: { concentratorId: row.id, lampIds: [lampId] } }).then(
        () => void invalidate('cabinets.concentrator'),
        () => undefined,
      )
    }
    const action: RowColumn<BoundLamp> = {
      key: 'actions',
      label: M.actions,
      width: 100,
      isPinned: true,
      cell: (one) => (
        <button type="button" className="ll-r-link" data-danger onClick={() => void unbind(one)}>
          {t(M.unbind)}
        </button>
      ),
    }
    return [
      {
        key: 'lamp',
        label: M.lampId,
        width: 220,
        cell: ({ lampId, lampName }) => (
          <RowLink resource="lighting.lamp" id={lampId}>
            {lampName}
          </RowLink>
        ),
      },
      { key: 'area', label: M.areaId, width: 160, cell: ({ areaName }) => areaName || '—' },
      { key: 'boundAt', label: M.boundAt, width: 170, cell: ({ createTime }) => createTime },
      ...(may ? [action] : []),
    ]
  }, [row.id, may, t])
  const params = useMemo(() => ({ concentratorId: row.id }), [row.id])
  return <PagedRows path="blade-city/concentrator/lamp/page" params={params} columns={columns} label={M.lamps} empty={M.noLamps} />
}

const LOG: readonly RowColumn<OperationAnswer>[] = [
  { key: 'operation', label: M.operation, width: 260, cell: ({ batchId, operation }) => <Link to={recordHref(batchId)}>{operation}</Link> },
  { key: 'user', label: M.user, width: 140, cell: ({ userName }) => userName || '—' },
  { key: 'time', label: M.time, width: 170, cell: ({ operateTime }) => operateTime },
  { key: 'result', label: M.result, width: 160, cell: ({ stateName, rungName }) => `${stateName} · ${rungName}` },
]
/** Who sent which command to a concentrator, and its result. */
export const ConcentratorLog = ({ row }: Props) => (
  <PagedRows
    path="blade-city/concentrator/operate_log/page"
    params={{ concentratorId: row.id }}
    columns={LOG}
    label={M.log}
    empty={M.noLog}
  />
)
