export { DeviceCell } from './device-cell.tsx'
export { devicesConsole } from './devices.console.tsx'
export { GroupDialog } from './groups/lazy-group.ts'
export { GatewayChildren } from './lazy-children.ts'
export { PropertyName, PropertySelect, Select, TypeCell, TypeInput } from './lazy-types.ts'
export { RejectedValues } from './records/lazy-rejected-values.ts'
export { recordTabs } from './records/record-tabs.tsx'
export { ReplaceDialog } from './register/lazy-replace.ts'
export { ReplaceButton } from './register/replace-button.tsx'
export { useRowType } from './use-row-type.ts'
export { typeFilters, useConditions } from './use-types.ts'

/** Loads the list of devices of products, for its pages in other systems of the console. */
export const loadTypedList = async () => (await import('./typed-list.page.tsx')).TypedListPage
