/** Generated pages: a slice attaches its console to a resource with `onConsole` and hands the result to `defineConsole`. */

export { alsoAt } from './also-at.tsx'
export { FieldCell } from './cell.tsx'
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
export { DetailTabs, type TabName } from './detail/detail-parts.tsx'
export { DEVICE_STATES, DeviceStateMark } from './device-state-mark.tsx'
export { FieldsHost } from './field-host.tsx'
export { FixedParamsContext, useFixedParams } from './fixed-params.ts'
export { type Entry, fieldOfWire } from './form/entry.ts'
export { FileButton } from './form/file-button.tsx'
export { FileDrop } from './form/file-drop.tsx'
export { EntryForm } from './form/form-place.tsx'
export { useLiveEntry } from './form/use-entry.ts'
export { usePhone } from './form/use-media.ts'
export { invalidate } from './invalidate.ts'
export { detailHref, type KnownResource, knownResource, knownResources, listHref, resourceOfDevices, resourceShowing } from './known.ts'
export { RowsBar } from './list/chosen-bar.tsx'
export { ChoiceFilter, DateFilter, FilterField, RefFilter, TextFilter } from './list/filter-fields.tsx'
export { LoadError, RowsSkeleton, Waiting } from './list/list-states.tsx'
export { PagedTable } from './list/paged-table.tsx'
export { Pager } from './list/pager.tsx'
export { type RowColumn, RowTable } from './list/row-table.tsx'
export { type Selection, selectedCount, target } from './list/selection.ts'
export { useChosenRows } from './list/use-chosen-rows.ts'
export { allRows, type RowsCall, useRows, useRowsPlace } from './list/use-rows.ts'
export { laterPages, onConsole, withPlain } from './on-console.ts'
export { showOutcome } from './outcome.ts'
export { csvBlob } from './parts/csv.ts'
export { DialogButtons } from './parts/dialog-buttons.tsx'
export { Drawer } from './parts/drawer.tsx'
export { Link } from './parts/link.tsx'
export { MakeDialog } from './parts/make-dialog.tsx'
export { ReasonButton } from './parts/reason-button.tsx'
export { RowLink } from './parts/row-link.tsx'
export { loadConsole, loadConsoles, type SliceIndex, type SliceLoaders, useConsole } from './slices.ts'
export { useTitle } from './use-title.ts'
export { useTypeLabel } from './use-type-label.ts'
