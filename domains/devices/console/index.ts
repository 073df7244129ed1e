export { DeviceCell } from './device-cell.tsx'
export { devicesConsole } from './devices.console.tsx'
export { GatewayChildren } from './lazy-children.ts'
export { GroupDialog } from './lazy-group.ts'
export { RejectedValues } from './lazy-rejected-values.ts'
export { ReplaceDialog } from './lazy-replace.ts'
export { PropertyName, PropertySelect, Select, TypeCell, TypeInput } from './lazy-types.ts'
export { recordTabs } from './record-tabs.tsx'
export { ReplaceButton } from './replace-button.tsx'
export { useRowType } from './use-row-type.ts'
export { typeFilters, useConditions } from './use-types.ts'

/** Loads the list of devices of products, for its pages in other systems of the console. */
export const loadTypedList = async () => (await import('./typed-list.page.tsx')).TypedListPage
