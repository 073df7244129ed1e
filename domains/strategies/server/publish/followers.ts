import type { ResourceDefinition } from '@lamplight/kit'
import { type ReplacementFollower, tableOf } from '@lamplight/server-kit'
import { strategyInstance } from '../../model/index.ts'
import { lightMode } from '../../model/light-mode.resource.ts'
import { timedSwitch } from '../../model/timed-switch.resource.ts'
import { handOver } from './hand-over.ts'

/** Replaces the old device by its successor in the rows that list devices in `columns`. */
const listed = (
  resource: ResourceDefinition,
  columns: readonly string[],
  name: string,
  label: ReplacementFollower['label'],
): ReplacementFollower => {
  const replaced = columns.map((column) => `${column} = array_replace(${column}, $1::bigint, $2::bigint)`).join(', ')
  const lists = columns.map((column) => `$1::bigint = any(${column})`).join(' or ')
  return {
    name,
    label,
    follow: async ({ query }, { from, to }) => {
      const rows = await query(`update ${tableOf(resource)} set ${replaced} where (${lists}) and not is_deleted returning id`, [
        from.id,
        to.id,
      ])
      return { count: rows.length }
    },
  }
}

/**
 * Hands over the strategies of a device: assignment and calendar. The calendar is also a parameter: if both devices have the same model,
 * control hands it over with the other parameters.
 */
const assignmentFollower: ReplacementFollower = {
  name: 'strategies.assignments',
  label: ['策略', 'Strategies'],
  follow: async (ctx, { from, to }) => {
    const { count, refused } = await handOver(ctx, from.id, to.id)
    return { count, ...(refused && { left: [[`策略：${refused[0]}`, `Strategy: ${refused[1]}`] as const] }) }
  },
}

/** What this slice hands over when a device is replaced. Control hands over the parameters of light modes. */
export const followers: readonly ReplacementFollower[] = [
  assignmentFollower,
  listed(lightMode, ['dev_list'], 'strategies.lightModes', ['亮灯模式', 'Light modes']),
  listed(strategyInstance, ['device_ids', 'solar_ids'], 'strategies.instances', ['策略实例', 'Strategy instances']),
  listed(timedSwitch, ['controller_ids'], 'strategies.timedSwitches', ['定时开关灯', 'Timed switches']),
]
