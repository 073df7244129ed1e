import { type Field, pick } from '@lamplight/kit'
import { fieldNote, itemNoteId } from '../rule-hint.ts'
import { type CellProps, type FieldView, type InputProps, useFieldHost } from '../view-type.ts'
import type { ItemsOptions } from './model.ts'

type Item = Readonly<Record<string, unknown>>
type ViewOf = (field: Field) => FieldView<unknown>
const NONE: readonly Item[] = []

type Notes = Readonly<Record<string, string>>
const NO_NOTES: Notes = {}

/** The labels of the fields. In a form each has its note below it, which describes the inputs of its column. */
const Heads = ({ options, id = '', notes = NO_NOTES }: { options: ItemsOptions; id?: string; notes?: Notes }) => {
  const { lang } = useFieldHost()
  return (
    <thead>
      <tr>
        {Object.entries(options.item).map(([name, field]) => (
          <th key={name} scope="col">
            {pick(field.options.label, lang)}
            {notes[name] && (
              <small id={itemNoteId(id, name)} className="ll-f-items-note">
                {notes[name]}
              </small>
            )}
          </th>
        ))}
        {id !== '' && <td />}
      </tr>
    </thead>
  )
}

/** A table of the items. */
export const cellOf =
  (viewOf: ViewOf) =>
  ({ value, options }: CellProps<readonly Item[], ItemsOptions>) => {
    if (value === null || value.length === 0) return <span className="ll-f-none">—</span>
    return (
      <table className="ll-f-items">
        <Heads options={options} />
        <tbody>
          {value.map((item, at) => (
            <tr key={at}>
              {Object.entries(options.item).map(([name, field]) => {
                const view = viewOf(field)
                return (
                  <td key={name}>
                    <view.Cell value={item[name] ?? null} name={name} options={field.options} wire={item} />
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    )
  }

/** A table with an input for each field, and buttons that add and remove items. */
export const inputOf =
  (viewOf: ViewOf) =>
  ({ id, value, onChange, onBlur, options, invalid, disabled, describedBy }: InputProps<readonly Item[], ItemsOptions>) => {
    const { lang } = useFieldHost()
    const rows = value ?? NONE
    const notes = Object.fromEntries(
      Object.entries(options.item).map(([name, field]) => [
        name,
        fieldNote(viewOf(field), field.options, null, (text) => pick(text, lang)),
      ]),
    )
    const write = (next: readonly Item[]): void => onChange(next.length > 0 ? next : null)
    const set = (at: number, name: string, props: unknown): void =>
      write(rows.map((item, place) => (place === at ? { ...item, [name]: props ?? null } : item)))
    const fresh = (): Item =>
      Object.fromEntries(Object.entries(options.item).map(([name, { options: own }]) => [name, own.initial ?? null]))
    return (
      <div className="ll-f-items-input" aria-describedby={describedBy} data-invalid={invalid || undefined}>
        {rows.length > 0 && (
          <table className="ll-f-items">
            <Heads options={options} id={id} notes={notes} />
            <tbody>
              {rows.map((item, at) => (
                <tr key={at}>
                  {Object.entries(options.item).map(([name, field]) => {
                    const view = viewOf(field)
                    return (
                      <td key={name} data-label={pick(field.options.label, lang)}>
                        <view.Input
                          name={name}
                          invalid={invalid}
                          disabled={disabled}
                          onBlur={onBlur}
                          id={`${id}-${at}-${name}`}
                          options={field.options}
                          value={item[name] ?? null}
                          wire={item}
                          describedBy={notes[name] ? itemNoteId(id, name) : undefined}
                          onChange={(changed) => set(at, name, changed)}
                        />
                      </td>
                    )
                  })}
                  <td>
                    <button
                      type="button"
                      className="ll-button"
                      disabled={disabled}
                      aria-label={pick([`删除第${at + 1}项`, `Remove item ${at + 1}`], lang)}
                      onClick={() => write(rows.filter((_, place) => place !== at))}
                    >
                      {pick(['删除', 'Remove'], lang)}
                    </button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <button
          id={id}
          type="button"
          className="ll-button"
          disabled={disabled || rows.length >= options.max}
          aria-label={pick([`${options.label[0]}：添加一项`, `${options.label[1]}: Add an item`], lang)}
          onClick={() => write([...rows, fresh()])}
        >
          {pick(['添加一项', 'Add an item'], lang)}
        </button>
      </div>
    )
  }
