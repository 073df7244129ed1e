import { f } from '@lamplight/fields/model'
import { defineReportSource } from '@lamplight/kit'
import { COMMANDS } from './batch-codes.ts'

/** Upper bounds of the histogram `took` of command durations, s. A command ends after `COMMAND_EXPIRE_SECONDS` (600) at the latest. */
export const RESULT_SECONDS = [1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987, 3600] as const

/** Results of commands, summed by day, user and command. */
export const commandResults = defineReportSource({
  name: 'control.commandResults',
  from: 'control_result_daily',
  day: 'day',
  place: { author: 'user_id' },
  dimensions: {
    operator: { column: 'account', field: f.text({ label: ['操作人', 'Operator'] }), none: ['平台', 'Platform'] },
    command: { column: 'command', field: f.choice(COMMANDS, { label: ['指令', 'Command'] }) },
  },
  sums: {
    commands: 'batches',
    devices: 'devices',
    succeeded: 'succeeded',
    failed: 'failed',
    timedOut: 'timed_out',
    superseded: 'superseded',
  },
  histograms: { took: { column: 'took', bounds: RESULT_SECONDS } },
})
