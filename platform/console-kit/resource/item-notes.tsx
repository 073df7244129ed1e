import { fieldNote, itemNoteId, viewOf } from '@lamplight/fields/view'
import type { Fields } from '@lamplight/kit'
import { useT } from '../i18n/use-t.ts'

/**
 * The notes of the fields of items, each once with its label, for inputs that show items otherwise than in a table. The element with the note of a field
 * has the id `itemNoteId(id, name)`, with which each input of the field refers to it (`aria-describedby`).
 */
export const ItemNotes = ({ id, fields }: { readonly id: string; readonly fields: Fields }) => {
  const t = useT()
  return (
    <p className="ll-r-field-hint ll-r-item-notes">
      {Object.entries(fields).flatMap(([name, field]) => {
        const note = fieldNote(viewOf(field), field.options, null, t)
        return note ? (
          <span key={name} id={itemNoteId(id, name)}>
            {t(['{label}：{note}', '{label}: {note}'], { label: t(field.options.label), note })}
          </span>
        ) : (
          []
        )
      })}
    </p>
  )
}
