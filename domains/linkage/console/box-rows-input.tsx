import { useT } from '@lamplight/console-kit'
import { ItemNotes } from '@lamplight/console-kit/form'
import type { FieldInputProps } from '@lamplight/console-kit/resource'
import { Select } from '@lamplight/devices/console'
import { itemNoteId } from '@lamplight/fields/view'
import type { Fields } from '@lamplight/kit'
import { alarmConfig } from '../model/alarm-config.resource.ts'
import { type boxStrategy, timeField, valueField, weekdaysField } from '../model/box-strategy.resource.ts'
import './linkage.css'
import { M } from './linkage.messages.ts'
import { type InterfaceChoice, useInterfaces } from './use-linkage.ts'

interface BoxRow {
  readonly interfaceId: string
  readonly value: string
}
/** Chooses an interface of the box template. */
export const InterfaceSelect = ({
  id,
  value,
  invalid,
  interfaces,
  onChange,
}: {
  readonly id: string
  readonly value: string
  readonly invalid: boolean
  readonly interfaces: readonly InterfaceChoice[]
  readonly onChange: (interfaceId: string) => void
}) => (
  <Select
    id={id}
    value={value}
    invalid={invalid}
    entries={interfaces.map(({ interfaceId, name }) => [interfaceId, name] as const)}
    onChange={(chosen) => onChange(chosen ?? '')}
  />
)
/** The value of an interface: on or off, or JSON arguments. */
export const InterfaceValue = ({
  id,
  value,
  onOff,
  describedBy,
  onChange,
}: {
  readonly id: string
  readonly value: string
  readonly onOff: boolean
  /** Id of the element with the note about JSON arguments. */
  readonly describedBy?: string
  readonly onChange: (value: string) => void
}) => {
  const t = useT()
  if (onOff)
    return (
      <select id={id} className="ll-f-input" value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="1">{t(M.on)}</option>
        <option value="0">{t(M.off)}</option>
      </select>
    )
  return (
    <input
      id={id}
      className="ll-f-input"
      maxLength={200}
      aria-describedby={describedBy}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

interface RowsProps<R extends BoxRow> {
  readonly id: string
  readonly rows: readonly R[]
  readonly invalid: boolean
  readonly boxTemplateId: string | null | undefined
  readonly most: number
  /** Fields of the inputs that `more` shows. */
  readonly fields: Fields
  readonly fresh: R
  readonly write: (rows: readonly R[]) => void
  readonly more: (row: R, id: string, set: (part: Partial<R>) => void) => React.ReactNode
}
const Rows = <R extends BoxRow>({ id, rows, invalid, boxTemplateId, most, fields, fresh, write, more }: RowsProps<R>) => {
  const t = useT()
  const interfaces = useInterfaces(boxTemplateId)
  if (!boxTemplateId) return <span className="ll-f-none">{t(M.chooseBox)}</span>
  const onOff = ({ interfaceId }: BoxRow): boolean => interfaces.find((one) => one.interfaceId === interfaceId)?.onOff !== 0
  return (
    <div id={id} className="ll-linkage-actions" tabIndex={-1}>
      {rows.map((row, at) => {
        const key = `${id}-${at}`
        const set = (part: Partial<R>): void => write(rows.map((one, place) => (place === at ? { ...one, ...part } : one)))
        return (
          <div key={key} className="ll-linkage-line">
            <label htmlFor={`${key}-interface`}>{t(M.interface)}</label>
            <InterfaceSelect
              id={`${key}-interface`}
              invalid={invalid}
              interfaces={interfaces}
              value={row.interfaceId}
              onChange={(interfaceId) => set({ interfaceId } as Partial<R>)}
            />
            <label htmlFor={`${key}-value`}>{t(M.value)}</label>
            <InterfaceValue
              id={`${key}-value`}
              value={row.value}
              onOff={onOff(row)}
              describedBy={itemNoteId(id, 'value')}
              onChange={(value) => set({ value } as Partial<R>)}
            />
            {more(row, key, set)}
            <button type="button" className="ll-button" onClick={() => write(rows.filter((_, place) => place !== at))}>
              {t(M.remove)}
            </button>
          </div>
        )
      })}
      {rows.length > 0 && <ItemNotes id={id} fields={rows.every(onOff) ? fields : { value: valueField, ...fields }} />}
      <button type="button" className="ll-button" disabled={rows.length >= most} onClick={() => write([...rows, fresh])}>
        {t(M.addRow)}
      </button>
    </div>
  )
}

type Entries = FieldInputProps<typeof boxStrategy, 'entries'>
/** The entries of a box strategy: interface, value, time and days. */
export const EntriesInput = ({ id, value, onChange, draft, invalid }: Entries) => {
  const t = useT()
  return (
    <Rows
      id={id}
      invalid={invalid}
      rows={value ?? []}
      boxTemplateId={draft.boxTemplateId}
      most={20}
      fields={{ time: timeField, weekdays: weekdaysField }}
      fresh={{ interfaceId: '', value: '1', time: '18:00', weekdays: null }}
      write={(rows) => onChange(rows.length > 0 ? rows : null)}
      more={(row, key, set) => (
        <>
          <label htmlFor={`${key}-time`}>{t(M.time)}</label>
          <input
            id={`${key}-time`}
            className="ll-f-input ll-linkage-number"
            placeholder="18:00"
            maxLength={5}
            aria-describedby={itemNoteId(id, 'time')}
            value={row.time}
            onChange={({ target }) => set({ time: target.value })}
          />
          <label htmlFor={`${key}-days`}>{t(M.weekdays)}</label>
          <input
            id={`${key}-days`}
            className="ll-f-input ll-linkage-number"
            placeholder="1,2,3,4,5"
            maxLength={13}
            aria-describedby={itemNoteId(id, 'weekdays')}
            value={row.weekdays ?? ''}
            onChange={({ target }) => set({ weekdays: target.value || null })}
          />
        </>
      )}
    />
  )
}

type AlarmActions = FieldInputProps<typeof alarmConfig, 'actions'>
/** The actions of an alarm configuration: interface, value, and after which time it is switched back. */
export const AlarmActionsInput = ({ id, value, onChange, draft, invalid }: AlarmActions) => {
  const t = useT()
  return (
    <Rows
      id={id}
      invalid={invalid}
      rows={value ?? []}
      boxTemplateId={draft.boxTemplateId}
      most={10}
      fields={{ duration: alarmConfig.fields.actions.options.item.duration }}
      fresh={{ interfaceId: '', value: '1', duration: 0 }}
      write={(rows) => onChange(rows.length > 0 ? rows : null)}
      more={(row, key, set) => (
        <>
          <label htmlFor={`${key}-for`}>{t(M.duration)}</label>
          <input
            id={`${key}-for`}
            className="ll-f-input ll-linkage-number"
            type="number"
            min={0}
            max={86_400}
            aria-describedby={itemNoteId(id, 'duration')}
            value={row.duration ?? 0}
            onChange={({ target }) => set({ duration: Number(target.value) })}
          />
          <span>{t(M.seconds)}</span>
        </>
      )}
    />
  )
}
