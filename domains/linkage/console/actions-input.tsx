import { useT } from '@lamplight/console-kit'
import { FormFields, ItemNotes, initialDraft, useFieldsForm, writeValues } from '@lamplight/console-kit/form'
import type { FieldInputProps } from '@lamplight/console-kit/resource'
import { Select, TypeInput } from '@lamplight/devices/console'
import { itemNoteId } from '@lamplight/fields/view'
import type { Field, Fields } from '@lamplight/kit'
import { useEffect, useMemo, useRef } from 'react'
import { ACTIONS_MOST, actionItem, type linkageTemplate } from '../model/template.resource.ts'
import './linkage.css'
import { M } from './linkage.messages.ts'
import { type CommandChoice, useCommands } from './use-linkage.ts'

type Props = FieldInputProps<typeof linkageTemplate, 'actions'>
type Action = NonNullable<Props['value']>[number]
const NO_WIRE = {}
const NOTED = { delay: actionItem.delay }

const objectIn = (text: string | null | undefined): Record<string, unknown> => {
  try {
    const read: unknown = JSON.parse(text || '{}')
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** The arguments of a command as a form; the value is their JSON text. */
const ArgsForm = ({
  command,
  args,
  onChange,
  idPrefix,
}: {
  readonly command: CommandChoice
  readonly args: string | null | undefined
  readonly onChange: (args: string) => void
  readonly idPrefix: string
}) => {
  const fields = useMemo<Fields>(
    () => Object.fromEntries(command.input.map(({ name, kind, options }) => [name, { kind, options } as Field])),
    [command],
  )
  const first = useRef(args)
  const start = useMemo(() => ({ ...initialDraft(fields), ...objectIn(first.current) }), [fields])
  const form = useFieldsForm(fields, 'create', start)
  const told = useRef(onChange)
  told.current = onChange
  const { draft, shown } = form
  useEffect(() => {
    const written = writeValues(fields, Object.fromEntries(shown.map((name) => [name, draft[name] ?? null])))
    told.current(JSON.stringify(Object.fromEntries(Object.entries(written).filter(([, value]) => value !== '' && value !== null))))
  }, [fields, draft, shown])
  return (
    <FormFields form={form} fields={fields} sections={[{ label: null, names: Object.keys(fields) }]} wire={NO_WIRE} idPrefix={idPrefix} />
  )
}

const ActionRow = ({
  id,
  delayNote,
  action,
  fallback,
  invalid,
  onChange,
  onRemove,
}: {
  readonly id: string
  /** Id of the element with the limits of the delay. */
  readonly delayNote: string
  readonly action: Action
  readonly fallback: number | null | undefined
  readonly invalid: boolean
  readonly onChange: (action: Action) => void
  readonly onRemove: () => void
}) => {
  const t = useT()
  const commands = useCommands(action.devType ?? fallback)
  const command = commands.find(({ cmd }) => cmd === action.cmd)
  return (
    <fieldset className="ll-linkage-action">
      <div className="ll-linkage-line">
        <label htmlFor={`${id}-type`}>{t(M.type)}</label>
        <TypeInput
          id={`${id}-type`}
          invalid={false}
          value={action.devType ?? null}
          empty={M.templateType}
          onChange={(devType) => onChange({ ...action, devType, cmd: '', args: null })}
        />
        <label htmlFor={`${id}-cmd`}>{t(M.command)}</label>
        <Select
          id={`${id}-cmd`}
          invalid={invalid && !action.cmd}
          value={action.cmd ?? ''}
          entries={commands.map(({ cmd, label, allowed }) => [cmd, allowed ? t(label) : t(M.mayNot, { what: t(label) })] as const)}
          onChange={(cmd) => onChange({ ...action, cmd: cmd ?? '', args: null })}
        />
        <label htmlFor={`${id}-delay`}>{t(M.delay)}</label>
        <input
          id={`${id}-delay`}
          className="ll-f-input ll-linkage-number"
          type="number"
          min={0}
          max={3600}
          aria-describedby={delayNote}
          value={action.delay ?? 0}
          onChange={({ target }) => onChange({ ...action, delay: Number(target.value) })}
        />
        <span>{t(M.seconds)}</span>
        <button type="button" className="ll-button" onClick={onRemove}>
          {t(M.remove)}
        </button>
      </div>
      {command && command.input.length > 0 && (
        <ArgsForm
          key={`${action.devType ?? fallback}-${command.cmd}`}
          command={command}
          args={action.args}
          idPrefix={`${id}-args`}
          onChange={(args) => args !== (action.args ?? '{}') && onChange({ ...action, args })}
        />
      )}
    </fieldset>
  )
}

/** The actions of a template: device type, command with its arguments, and delay. */
export const ActionsInput = ({ id, value, onChange, draft, invalid }: Props) => {
  const t = useT()
  const rows = value ?? []
  const write = (next: readonly Action[]): void => onChange(next.length > 0 ? next : null)
  return (
    <div id={id} className="ll-linkage-actions" tabIndex={-1}>
      {rows.map((action, at) => (
        <ActionRow
          key={at}
          id={`${id}-${at}`}
          delayNote={itemNoteId(id, 'delay')}
          action={action}
          fallback={draft.devType}
          invalid={invalid}
          onChange={(next) => write(rows.map((one, place) => (place === at ? next : one)))}
          onRemove={() => write(rows.filter((_, place) => place !== at))}
        />
      ))}
      {rows.length > 0 && <ItemNotes id={id} fields={NOTED} />}
      <button
        type="button"
        className="ll-button"
        disabled={rows.length >= ACTIONS_MOST}
        onClick={() => write([...rows, { devType: null, cmd: '', args: null, delay: 0 }])}
      >
        {t(M.add)}
      </button>
    </div>
  )
}
