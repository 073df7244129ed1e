/** Forms of declared fields for dialogs of slices. A separate entry, so that lists do not load it. */

export { Timeline } from '../detail/timeline.tsx'
export { ItemNotes } from '../item-notes.tsx'
export { initialDraft } from './draft.ts'
export { writeValues } from './entry.ts'
export { FieldsDialog } from './fields-dialog.tsx'
export { FormFields } from './form-fields.tsx'
export { useFieldsForm } from './use-fields-form.ts'
