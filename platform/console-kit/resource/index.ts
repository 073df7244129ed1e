/** Generated pages: a slice attaches its console to a resource with `onConsole` and hands the result to `defineConsole`. */

export { alsoAt } from './also-at.tsx'
export { FieldCell } from './cell.tsx'
export { RowsBar } from './chosen-bar.tsx'
export type {
  ActionDialogProps,
  AffectedRowsProps,
  ColumnProps,
  ConsoleUi,
  DetailTab,
  FieldInputProps,
  FormEndProps,
  ResourceConsole,
  SlotProps,
} from './console-resource.ts'
export { consoleOf } from './console-resource.ts'
export {
  type DetailPart,
  type ExportProps,
  partsAt,
  type ResultWords,
  resultWordsOf,
} from './contribute.ts'
export { DetailTabs, type TabName } from './detail-parts.tsx'
export { DEVICE_STATES, DeviceStateMark } from './device-state-mark.tsx'
export { type Entry, fieldOfWire } from './entry.ts'
export { FieldsHost } from './field-host.tsx'
export { FileButton } from './file-button.tsx'
export { FileDrop } from './file-drop.tsx'
export { ChoiceFilter, DateFilter, FilterField, RefFilter, TextFilter } from './filter-fields.tsx'
export { FixedParamsContext, useFixedParams } from './fixed-params.ts'
export { EntryForm } from './form-place.tsx'
export { invalidate } from './invalidate.ts'
export { detailHref, type KnownResource, knownResource, knownResources, listHref, resourceOfDevices, resourceShowing } from './known.ts'
export { LoadError, RowsSkeleton, Waiting } from './list-states.tsx'
export { laterPages, onConsole, withPlain } from './on-console.ts'
export { showOutcome } from './outcome.ts'
export { PagedTable } from './paged-table.tsx'
export { Pager } from './pager.tsx'
export { csvBlob } from './parts/csv.ts'
export { DialogButtons } from './parts/dialog-buttons.tsx'
export { Drawer } from './parts/drawer.tsx'
export { Link } from './parts/link.tsx'
export { MakeDialog } from './parts/make-dialog.tsx'
export { RowLink } from './parts/row-link.tsx'
export { type RowColumn, RowTable } from './row-table.tsx'
export { type Selection, selectedCount, target } from './selection.ts'
export { loadConsole, loadConsoles, type SliceIndex, type SliceLoaders, useConsole } from './slices.ts'
export { useChosenRows } from './use-chosen-rows.ts'
export { useLiveEntry } from './use-entry.ts'
export { usePhone } from './use-media.ts'
export { useTitle } from './use-title.ts'
export { useTypeLabel } from './use-type-label.ts'
