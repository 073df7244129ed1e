export { AffectedNames } from './affected/affected-names.tsx'
export { AffectedWarnings } from './affected/affected-warnings.tsx'
export {
  AffectedBySet,
  AffectedDevices,
  AffectedLamps,
  AffectedPreview,
  AffectedTarget,
  SecondPersonNote,
} from './affected/lazy-affected.ts'
export type { CommandRequest } from './command/command-request.ts'
export { type CommandBody, newKey, previewOf, sendCommand } from './command/commands.ts'
export { CommandDialog, DeviceButtons } from './command/lazy-command.ts'
export { DeviceCommandDialog } from './command/lazy-device-command.ts'
export { GroupSendDialog } from './command/lazy-group-send.ts'
export { LampButtons } from './command/lazy-lamp-buttons.ts'
export { openParams } from './command/map-choice.ts'
export { ReasonField } from './command/reason-field.tsx'
export { useCommandRights } from './command/use-command-rights.ts'
export { controlConsole } from './control.console.tsx'
export { staleAfter } from './device/device-values.ts'
export { DeviceCard } from './device/lazy-device-card.ts'
export { DeviceStatusLine } from './device/lazy-status-line.ts'
export { deviceConsoles, onDeviceConsole } from './device/on-device-console.tsx'
export { type LatestCommand, useLatestCommands } from './device/use-latest-commands.ts'
export { useRowKind } from './device/use-row-kind.ts'
export { valueWords } from './device/value-words.ts'
export { ReportedAge, ReportedValue, useStale } from './params/reported-value.tsx'
export { BatchLink, recordHref } from './records/batch-link.tsx'
export { affectedWords, commandWords, spanWords } from './records/batch-words.ts'
export { deliveryPages } from './records/delivery-pages.tsx'
export { CommandProgress, RetryDialog } from './records/lazy-progress.ts'
export { recordPages } from './records/record-pages.ts'
export { ProgressNote } from './records/rung-bar.tsx'
export { RungLadder } from './records/rung-ladder.tsx'
export { useBatch } from './records/use-batch.ts'
