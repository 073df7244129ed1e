import { type ReplacementFollower, tableOf } from '@lamplight/server-kit'
import { lightMode } from '../model/light-mode.resource.ts'

/** Light modes name their devices: the successor takes the place of the old one. Its parameters follow by themselves. */
export const modeFollower: ReplacementFollower = {
  name: 'strategies.lightModes',
  label: ['亮灯模式', 'Light modes'],
  follow: async ({ query }, { from, to }) => {
    const rows = await query(
      `update ${tableOf(lightMode)} set dev_list = array_replace(dev_list, $1::bigint, $2::bigint) where $1::bigint = any(dev_list) and not is_deleted returning id`,
      [from.id, to.id],
    )
    return { count: rows.length }
  },
}
