import { Age, Link, StateMark, useFormat, usePermission, useT } from '@lamplight/console-kit'
import { detailHref, knownResource } from '@lamplight/console-kit/resource'
import { DeviceCommandDialog, staleAfter, useRowKind, valueWords } from '@lamplight/control/console'
import { unitSymbol } from '@lamplight/kit'
import { Suspense, useState } from 'react'
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

const MOST_VALUES = 3
const UnitCard = (props: Props) => {
  const t = useT()
  const format = useFormat()
  const { unit, kind, devices } = useUnit(props)
  const [device] = devices
  const shown = Object.entries(kind?.type.properties ?? {})
    .filter(([name, { retired, type }]) => !retired && type !== 'list' && name !== 'version')
    .slice(0, MOST_VALUES)
  return (
    <article className="ll-board-card" aria-label={unit?.name ?? props.item.unit}>
      <header>
        <b>{unit?.name ?? props.item.unit}</b>
        {device && <State state={device.deviceState} />}
      </header>
      {props.cabinets.length > 0 && !device && <p className="ll-board-note">{t(M.missing)}</p>}
      <dl>
        {shown.map(([name, property]) => (
          <div key={name}>
            <dt>{t(property.label)}</dt>
            <dd>{valueWords(property, device?.values[name], { t, format }) ?? '—'}</dd>
          </div>
        ))}
      </dl>
      {device && kind && <Age at={device.reportedAt || null} staleMs={staleAfter(kind.type, device.values)} />}
    </article>
  )
}

const ValueCard = (props: Props) => {
  const t = useT()
  const format = useFormat()
  const { unit, kind, devices } = useUnit(props)
  const [device] = devices
  const name = props.item.property ?? ''
  const property = kind?.type.properties[name]
  return (
    <article className="ll-board-card ll-board-value" aria-label={`${unit?.name ?? ''} ${property ? t(property.label) : name}`}>
      <header>
        {unit?.name} · {property ? t(property.label) : name}
      </header>
      <strong>{(property && valueWords(property, device?.values[name], { t, format })) ?? '—'}</strong>
      {device && kind && <Age at={device.reportedAt || null} staleMs={staleAfter(kind.type, device.values)} />}
    </article>
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
  return (
    <article className="ll-board-card ll-board-command" aria-label={unit?.name}>
      <header>
        <span>{unit?.name}</span>
        {words !== null && device && (
          <span>
            {words} <Age at={device.reportedAt || null} />
          </span>
        )}
        {!isOne && devices.length > 0 && <span>{t(M.total, { n: format.number(devices.length) })}</span>}
      </header>
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
    </article>
  )
}

const FigureCard = (props: Props) => {
  const t = useT()
  const format = useFormat()
  const { unit, kind, devices } = useUnit(props)
  const { property: name = '', of = 'mean' } = props.item
  const property = kind?.type.properties[name]
  const value = figureOf(
    of,
    devices.map(({ values }) => values[name]),
  )
  const words =
    value === null ? '—' : property?.unit ? format.unit(value, unitSymbol(property.unit), property.decimals) : format.number(value, 1)
  return (
    <article className="ll-board-card ll-board-value">
      <header>
        {unit?.name} · {property ? t(property.label) : name} · {t(FIGURES[of])}
      </header>
      <strong>{words}</strong>
    </article>
  )
}

const stateOf = ({ units }: LiveCabinet): number => cabinetState(units.map(({ deviceState }) => deviceState))

const StatesCard = ({ cabinets }: Props) => {
  const t = useT()
  const format = useFormat()
  const counts = Map.groupBy(cabinets, stateOf)
  return (
    <article className="ll-board-card">
      <header>
        <b>{t(M.total, { n: format.number(cabinets.length) })}</b>
      </header>
      <ul className="ll-board-states">
        {([1, 3, 4, 5] as const).map((state) => (
          <li key={state}>
            <strong>{format.number(counts.get(state)?.length ?? 0)}</strong>
            <State state={state} />
          </li>
        ))}
      </ul>
    </article>
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
  if (cabinets.length === 0)
    return (
      <article className="ll-board-card">
        <header>
          <b>{t(WIDGETS.cabinets.label)}</b>
        </header>
      </article>
    )
  return (
    <ul className="ll-board-cabinets" aria-label={t(M.allCabinets)}>
      {cabinets.map((cabinet) => (
        <li key={cabinet.id} data-sn={cabinet.sn} data-state={stateOf(cabinet)}>
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
