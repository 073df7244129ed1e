import type { ResourceDefinition } from '@lamplight/kit'
import { type ReplacementFollower, tableOf } from '@lamplight/server-kit'
import { strategyInstance } from '../model/index.ts'
import { lightMode } from '../model/light-mode.resource.ts'
import { timedSwitch } from '../model/timed-switch.resource.ts'
import { handOver } from './hand-over.ts'

/** Rows that list devices in `column`: the successor takes the place of the old device in the list. */
const listed = (resource: ResourceDefinition, column: string, name: string, label: ReplacementFollower['label']): ReplacementFollower => ({
  name,
  label,
  follow: async ({ query }, { from, to }) => {
    const rows = await query(
      `update ${tableOf(resource)} set ${column} = array_replace(${column}, $1::bigint, $2::bigint) where $1::bigint = any(${column}) and not is_deleted returning id`,
      [from.id, to.id],
    )
    return { count: rows.length }
  },
})

/** The strategies of a device: assignment and calendar. The calendar is also a parameter; where the model is the same, that follows by itself. */
const assignmentFollower: ReplacementFollower = {
  name: 'strategies.assignments',
  label: ['策略', 'Strategies'],
  follow: async (ctx, { from, to }) => {
    const { count, refused } = await handOver(ctx, from.id, to.id)
    return { count, ...(refused && { left: [[`策略：${refused[0]}`, `Strategy: ${refused[1]}`] as const] }) }
  },
}

/** What of this slice follows when a device is replaced. The parameters of modes follow by themselves. */
export const followers: readonly ReplacementFollower[] = [
  assignmentFollower,
  listed(lightMode, 'dev_list', 'strategies.lightModes', ['亮灯模式', 'Light modes']),
  listed(strategyInstance, 'device_ids', 'strategies.instances', ['策略实例', 'Strategy instances']),
  listed(timedSwitch, 'controller_ids', 'strategies.timedSwitches', ['定时开关灯', 'Timed switches']),
]
