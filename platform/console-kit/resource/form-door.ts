/** A form of declared fields in a dialog of a slice. A door of its own: lists do not load it. */

export { initialDraft } from './draft.ts'
export { writeValues } from './entry.ts'
export { FormFields } from './form-fields.tsx'
export { useFieldsForm } from './use-fields-form.ts'
