import { type Translate, usePermission, useT } from '@lamplight/console-kit'
import { detailHref, knownResource, Link, type RowColumn } from '@lamplight/console-kit/resource'
import { StateMark } from '@lamplight/fields/view'
import type { Field, ParamFamilyDefinition } from '@lamplight/kit'
import { DR } from './drift.messages.ts'
import { P } from './param.messages.ts'
import { DeviceName, ParamValue } from './param-cells.tsx'
import { changeWords, fieldWords, paramTone } from './param-words.ts'
import { RP } from './reported.messages.ts'
import type { Reported } from './use-reported.ts'

const differs = ({ reported, wanted }: Reported, name: string): boolean =>
  wanted?.[name] !== undefined && reported?.[name] !== undefined && JSON.stringify(wanted[name]) !== JSON.stringify(reported[name])

interface FieldCell {
  readonly family: ParamFamilyDefinition
  readonly row: Reported
  readonly name: string
  readonly field: Field
}
/** A reported value; below it the wanted one if the two differ, or the one before a calibration and the change. */
const FieldValue = ({ family, row, name, field }: FieldCell) => {
  const t = useT()
  const wanted = differs(row, name) ? t(RP.wanted, { value: fieldWords(field, row.wanted?.[name], t) }) : ''
  const words = fieldWords(field, row.reported?.[name], t)
  const change = changeWords(family, name, row.reported, t)
  const before = change && t(RP.before, { value: fieldWords(field, row.reported?.[family.before?.[name] ?? ''], t), change })
  const more = wanted || before
  return (
    <span className="ll-param-value" title={[words, more].filter(Boolean).join(' · ')} data-differs={wanted ? true : undefined}>
      <span>{words || '—'}</span>
      {more && <small>{more}</small>}
    </span>
  )
}

const GatewayName = ({ row: { gatewayId, gatewayName, areaName } }: { readonly row: Reported }) => {
  const maySee = usePermission('gateway_view')
  const href = maySee && gatewayId ? detailHref(knownResource('devices.gateway'), gatewayId) : null
  return (
    <span className="ll-param-value">
      {href ? <Link to={href}>{gatewayName}</Link> : <span>{gatewayName || '—'}</span>}
      {areaName && <small>{areaName}</small>}
    </span>
  )
}

const State = ({ row: { status, statusName, reason } }: { readonly row: Reported }) => (
  <span className="ll-param-value" title={[statusName, reason].filter(Boolean).join(' · ')}>
    {statusName ? <StateMark tone={paramTone(status)}>{statusName}</StateMark> : '—'}
    {reason && <small>{reason}</small>}
  </span>
)

/** Width of a column with the value before a calibration and the change, px. */
const COMPARED_PX = 280
/** Width of a field's column, px: a Chinese character takes the room of two others. */
const widthOf = (label: string): number =>
  Math.min(180, Math.max(110, 32 + [...label].reduce((sum, one) => sum + (one > '\u2e7f' ? 14 : 8), 0)))

/** Buttons of a row: read the value again, send the wanted one again. */
export interface RowActions {
  readonly isBusy: boolean
  readonly mayRead: boolean
  readonly mayCalibrate: boolean
  readonly calibrate: (rows: readonly Reported[]) => void
  readonly read: (rows: readonly Reported[]) => void
  readonly resends: (row: Reported) => boolean
  readonly resend: (rows: readonly Reported[]) => void
}

const Actions = ({ row, actions }: { readonly row: Reported; readonly actions: RowActions }) => {
  const t = useT()
  return (
    <span className="ll-param-actions">
      {actions.mayRead && (
        <button type="button" className="ll-r-link" disabled={actions.isBusy} onClick={() => actions.read([row])}>
          {t(RP.readAgain)}
        </button>
      )}
      {actions.mayCalibrate && (
        <button type="button" className="ll-r-link" disabled={actions.isBusy} onClick={() => actions.calibrate([row])}>
          {t(P.calibrate)}
        </button>
      )}
      {actions.resends(row) && (
        <button type="button" className="ll-r-link" disabled={actions.isBusy} onClick={() => actions.resend([row])}>
          {t(DR.repair)}
        </button>
      )}
    </span>
  )
}

/** Columns of the reported values of a family: device, state, each field, time, gateway and area. */
export const reportedColumns = (
  family: ParamFamilyDefinition,
  t: Translate,
  actions: RowActions | null,
): readonly RowColumn<Reported>[] => [
  { key: 'device', label: DR.device, width: 160, cell: (row) => <DeviceName row={row} /> },
  { key: 'state', label: DR.state, width: 150, cell: (row) => <State row={row} /> },
  ...Object.entries({ ...family.fields, ...family.reads })
    .filter(([name, { kind }]) => kind !== 'secret' && !Object.values(family.before ?? {}).includes(name))
    .map(
      ([name, field]): RowColumn<Reported> => ({
        key: `field-${name}`,
        label: field.options.label,
        width: family.before?.[name] ? COMPARED_PX : widthOf(t(field.options.label)),
        cell: (row) => <FieldValue family={family} row={row} name={name} field={field} />,
      }),
    ),
  { key: 'reportedAt', label: RP.at, width: 190, cell: ({ reportedAt }) => <ParamValue text={reportedAt} at="" /> },
  { key: 'gateway', label: RP.gateway, width: 140, cell: (row) => <GatewayName row={row} /> },
  ...(actions
    ? [
        {
          key: 'actions',
          label: DR.actions,
          width: 184,
          isPinned: true as const,
          cell: (row: Reported) => <Actions row={row} actions={actions} />,
        },
      ]
    : []),
]
