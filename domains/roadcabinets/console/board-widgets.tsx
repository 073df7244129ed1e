import { Age, Link, StateMark, useFormat, usePermission, useT } from '@lamplight/console-kit'
import { CanvasCard } from '@lamplight/console-kit/canvas'
import { detailHref, knownResource } from '@lamplight/console-kit/resource'
import { DeviceCommandDialog, staleAfter, useRowKind, valueWords } from '@lamplight/control/console'
import { unitSymbol } from '@lamplight/kit'
import { type ReactNode, Suspense, useState } from 'react'
import { type BoardItem, FIGURES, WIDGETS } from '../model/board-content.ts'
import { cabinetState, figureOf } from '../model/cabinet-state.ts'
import './board.css'
import { M, STATES } from './roadcabinets.messages.ts'
import type { ProductDetail } from './use-board.ts'
import type { LiveCabinet, LiveUnit } from './use-live-cabinets.ts'

interface Props {
  readonly item: BoardItem
  readonly product: ProductDetail
  /** The shown cabinets: one on boards of one cabinet, several on screens, none in the editor. */
  readonly cabinets: readonly LiveCabinet[]
}

/** The unit of the product that an item shows, with its device kind and its devices in the cabinets. */
const useUnit = ({ item, product, cabinets }: Props) => {
  const unit = product.units.find(({ code }) => code === item.unit)
  const { kind } = useRowKind(unit?.typeId ?? '')
  const devices = cabinets.flatMap(({ units }) => units.filter(({ code, sn }) => code === item.unit && sn !== ''))
  return { unit, kind, devices }
}

const State = ({ state }: { readonly state: number }) => {
  const t = useT()
  const { text, tone } = STATES[state] ?? (STATES[5] as (typeof STATES)[number])
  return <StateMark tone={tone} text={t(text)} />
}

interface CardProps {
  /** Absent: the card is no landmark of its own. */
  readonly name?: string | undefined
  readonly look?: 'value' | 'command'
  readonly title: ReactNode
  readonly aside?: ReactNode
  readonly children?: ReactNode
}
const Card = ({ name, look, title, aside, children }: CardProps) => (
  <CanvasCard className="ll-board-card" data-look={look} aria-label={name}>
    <header>
      <span title={typeof title === 'string' ? title : undefined}>{title}</span>
      {aside}
    </header>
    {children}
  </CanvasCard>
)
const Reported = ({ kind, device }: Pick<ReturnType<typeof useUnit>, 'kind'> & { readonly device: LiveUnit | undefined }) =>
  device && kind ? <Age at={device.reportedAt || null} staleMs={staleAfter(kind.type, device.values)} /> : null

const MOST_VALUES = 3
const UnitCard = (props: Props) => {
  const t = useT()
  const format = useFormat()
  const { unit, kind, devices } = useUnit(props)
  const [device] = devices
  const name = unit?.name ?? props.item.unit
  const shown = Object.entries(kind?.type.properties ?? {})
    .filter(([code, { retired, type }]) => !retired && type !== 'list' && code !== 'version')
    .slice(0, MOST_VALUES)
  return (
    <Card name={name} title={<b>{name}</b>} aside={device && <State state={device.deviceState} />}>
      {props.cabinets.length > 0 && !device && <p className="ll-board-note">{t(M.missing)}</p>}
      <dl>
        {shown.map(([code, property]) => (
          <div key={code}>
            <dt>{t(property.label)}</dt>
            <dd>{valueWords(property, device?.values[code], { t, format }) ?? '—'}</dd>
          </div>
        ))}
      </dl>
      <Reported kind={kind} device={device} />
    </Card>
  )
}

const ValueCard = (props: Props) => {
  const t = useT()
  const format = useFormat()
  const { unit, kind, devices } = useUnit(props)
  const [device] = devices
  const code = props.item.property ?? ''
  const property = kind?.type.properties[code]
  const words = property ? t(property.label) : code
  return (
    <Card look="value" name={`${unit?.name ?? ''} ${words}`} title={`${unit?.name} · ${words}`}>
      <strong>{(property && valueWords(property, device?.values[code], { t, format })) ?? '—'}</strong>
      <Reported kind={kind} device={device} />
    </Card>
  )
}

const CommandCard = (props: Props) => {
  const t = useT()
  const format = useFormat()
  const [open, setOpen] = useState(false)
  const maySend = usePermission('typed_device_send')
  const { unit, kind, devices } = useUnit(props)
  const name = props.item.command ?? ''
  const command = kind?.type.commands[name]
  const [proven] = Object.keys(command?.proves ?? {})
  const property = proven === undefined ? undefined : kind?.type.properties[proven]
  const [device] = devices
  const isOne = props.cabinets.length === 1
  const words = isOne && device && property ? valueWords(property, device.values[proven ?? ''], { t, format }) : null
  const state = words !== null && device && (
    <span>
      {words} <Age at={device.reportedAt || null} />
    </span>
  )
  const total = !isOne && devices.length > 0 && <span>{t(M.total, { n: format.number(devices.length) })}</span>
  return (
    <Card look="command" name={unit?.name} title={unit?.name} aside={state || total}>
      <button type="button" className="ll-button" disabled={!maySend || devices.length === 0} onClick={() => setOpen(true)}>
        {command ? t(command.label) : name}
      </button>
      {open && kind && (
        <Suspense>
          <DeviceCommandDialog
            kind={kind}
            action={name}
            target={{ ids: devices.map(({ deviceId }) => deviceId) }}
            name={isOne ? `${props.cabinets[0]?.name || props.cabinets[0]?.sn} ${unit?.name}` : t(M.selected)}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </Card>
  )
}

const FigureCard = (props: Props) => {
  const t = useT()
  const format = useFormat()
  const { unit, kind, devices } = useUnit(props)
  const { property: code = '', of = 'mean' } = props.item
  const property = kind?.type.properties[code]
  const value = figureOf(
    of,
    devices.map(({ values }) => values[code]),
  )
  const words =
    value === null ? '—' : property?.unit ? format.unit(value, unitSymbol(property.unit), property.decimals) : format.number(value, 1)
  return (
    <Card look="value" title={[unit?.name, property ? t(property.label) : code, t(FIGURES[of])].join(' · ')}>
      <strong>{words}</strong>
    </Card>
  )
}

const stateOf = ({ units }: LiveCabinet): number => cabinetState(units.map(({ deviceState }) => deviceState))

const StatesCard = ({ cabinets }: Props) => {
  const t = useT()
  const format = useFormat()
  const counts = Map.groupBy(cabinets, stateOf)
  return (
    <Card title={<b>{t(M.total, { n: format.number(cabinets.length) })}</b>}>
      <ul className="ll-board-states">
        {([1, 3, 4, 5] as const).map((state) => (
          <li key={state}>
            <strong>{format.number(counts.get(state)?.length ?? 0)}</strong>
            <State state={state} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The latest time of a report. Wire times can be sorted as texts. */
const latest = (units: readonly LiveUnit[]): string =>
  units
    .map(({ reportedAt }) => reportedAt)
    .sort()
    .at(-1) ?? ''

const CabinetsCard = ({ cabinets }: Props) => {
  const t = useT()
  const known = knownResource('roadcabinets.cabinet')
  if (cabinets.length === 0) return <Card title={<b>{t(WIDGETS.cabinets.label)}</b>} />
  return (
    <ul className="ll-board-cabinets" aria-label={t(M.allCabinets)}>
      {cabinets.map((cabinet) => (
        <li key={cabinet.id} className="ll-canvas-card" data-sn={cabinet.sn} data-state={stateOf(cabinet)}>
          <Link to={detailHref(known, cabinet.id) ?? ''}>{cabinet.name || cabinet.sn}</Link>
          <State state={stateOf(cabinet)} />
          <small>
            {t(M.online, { n: cabinet.units.filter(({ deviceState }) => deviceState < 4).length, all: cabinet.units.length })}{' '}
            <Age at={latest(cabinet.units) || null} />
          </small>
        </li>
      ))}
    </ul>
  )
}

/** A widget of a board with the latest values. */
export const Widget = (props: Props) => {
  switch (props.item.widget) {
    case 'unit':
      return <UnitCard {...props} />
    case 'value':
      return <ValueCard {...props} />
    case 'switch':
      return <CommandCard {...props} />
    case 'figure':
      return <FigureCard {...props} />
    case 'states':
      return <StatesCard {...props} />
    case 'cabinets':
      return <CabinetsCard {...props} />
    case 'text':
      return <p className="ll-board-text">{props.item.text}</p>
  }
}
