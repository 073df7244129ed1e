export { control } from '../domain.ts'
export { approval, approvalLifecycle } from './approval.resource.ts'
export { batch } from './batch.resource.ts'
export {
  COMMAND_NAMES,
  COMMANDS,
  type CommandName,
  DEVICE_COMMAND,
  STATUS,
  STATUS_TEXTS,
  TARGET_KINDS,
  wireStatus,
} from './batch-codes.ts'
export { commandResults, RESULT_SECONDS } from './command-results.source.ts'
export { COMMAND_RIGHT } from './command-rights.ts'
export { CODE_TEXTS, controlErrors } from './control.errors.ts'
export { deliveryDetailOf, deliveryLogOf } from './delivery-log.resource.ts'
export * from './events.ts'
export { deviceEffect, type LampCommand, lampEffect, paramEffect, routedEffect } from './expected-effect.ts'
export {
  type ExpectedEffect,
  type ItemState,
  type ItemStatus,
  isEnded,
  type News,
  nextItemState,
  QUEUED,
  type ReportedState,
  RUNGS,
  type Rung,
  replaces,
  segmentOf,
} from './item.lifecycle.ts'
export { controlMenu, OTHER_RECORDS } from './menu.ts'
export { REASON_AT_MOST } from './override.ts'
export {
  declaredValue,
  GAVE_UP,
  orderFault,
  PARAM_HEADS,
  PARAM_OP_TEXTS,
  PARAM_STATUS,
  PARAM_STATUS_TEXTS,
  SECRET_WORDS,
  settableValue,
  WAVE_TEXTS,
  type WaveState,
} from './param.ts'
export { templateOf } from './param-template.resource.ts'
export { controlParams } from './params.ts'
export type * from './past.ts'
export * from './ports.ts'
export type { Preview, TargetName } from './preview.ts'
export {
  type BatchSummary,
  COUNT_NAMES,
  type Counts,
  countsOf,
  isRunning,
  lossesOf,
  progressText,
  retryable,
  rungsReached,
  shareText,
  succeeded,
  successText,
} from './progress.ts'
export { secondPersonLifecycle } from './second-person.lifecycle.ts'
export type { SecondPerson } from './second-person.ts'
export type { Selector, Streets, TargetQuery } from './targets.ts'
