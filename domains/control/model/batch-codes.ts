/** Commands of a batch; the key is stored, `COMMAND_NAMES` has the names used in calls. */
export const COMMANDS = {
  1: ['调光', 'Dim'],
  2: ['开灯', 'On'],
  3: ['关灯', 'Off'],
  4: ['恢复日程', 'Back to calendar'],
  5: ['设备指令', 'Device command'],
} as const
/** Key of COMMANDS for commands of device types. `cmd` is the name of the command, `commandText` its text. */
export const DEVICE_COMMAND = 5
export const COMMAND_NAMES = { dim: 1, on: 2, off: 3, release: 4 } as const
export type CommandName = keyof typeof COMMAND_NAMES

/** State of a batch and of its devices; devices never have 3. The wire's `status` has no `superseded`: see `wireStatus`. */
export const STATUS = { pending: 0, running: 1, success: 2, partly: 3, failed: 4, timedOut: 5, superseded: 6 } as const

/** Labels of STATUS, for batches and devices. */
export const STATUS_TEXTS = {
  0: ['待执行', 'Pending'],
  1: ['执行中', 'Running'],
  2: ['成功', 'Success'],
  3: ['部分失败', 'Partly failed'],
  4: ['失败', 'Failed'],
  5: ['超时', 'Timed out'],
  6: ['已取代', 'Superseded'],
} as const

/** Converts a state to `status` of decisions.md B3, for consoles that know only 0 to 5: superseded becomes 4. */
export const wireStatus = (state: number): number => (state === STATUS.superseded ? STATUS.failed : state)

/** Kinds of targets of a batch. */
export const TARGET_KINDS = {
  1: ['所选设备', 'Selected devices'],
  2: ['分组', 'Group'],
  3: ['区域', 'Area'],
  4: ['项目', 'Project'],
  5: ['列表筛选', 'List filter'],
  6: ['重试', 'Retry'],
  7: ['道路', 'Street'],
} as const
