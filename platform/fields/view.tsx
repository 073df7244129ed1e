import './view.css'
import type { Field } from '@lamplight/kit'
import { choiceView } from './choice/view.tsx'
import { dictView } from './dict/view.tsx'
import { fileView } from './file/view.tsx'
import { flagView } from './flag/view.tsx'
import { geoView } from './geo/view.tsx'
import { intView } from './int/view.tsx'
import { itemsView } from './items/later.tsx'
import { numberView } from './number/view.tsx'
import { refView } from './ref/view.tsx'
import { refsView } from './refs/view.tsx'
import { secretView } from './secret/view.tsx'
import { termsView } from './terms/view.tsx'
import { textView } from './text/view.tsx'
import { timeView } from './time/view.tsx'
import type { FieldView } from './view-type.ts'

const views: Readonly<Record<string, { readonly kind: string }>> = {
  text: textView,
  secret: secretView,
  int: intView,
  number: numberView,
  flag: flagView,
  choice: choiceView,
  dict: dictView,
  ref: refView,
  refs: refsView,
  geo: geoView,
  time: timeView,
  items: itemsView((field) => viewOf(field)),
  file: fileView,
  terms: termsView,
}

/** Returns the view of a field's type. */
export const viewOf = (field: Field): FieldView<unknown> => {
  const view = views[field.kind]
  if (!view) throw new Error(`no view for field type ${field.kind}`)
  return view as unknown as FieldView<unknown>
}

export { StateMark } from './choice/state-mark.tsx'
export { Picker } from './picker.tsx'
export type { PickOption } from './picker-model.ts'
export { fieldNote, itemNoteId, rangeRule } from './rule-hint.ts'
export { textWidth } from './text-width.ts'
export {
  type CellProps,
  type DictEntry,
  type FieldHost,
  FieldHostContext,
  type FieldView,
  type FileHost,
  type FilterProps,
  type InputProps,
  MIXED,
  type RefOption,
  type RefOptions,
  RowTenantContext,
  useFieldHost,
} from './view-type.ts'
