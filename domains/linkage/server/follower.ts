import { type ReplacementFollower, tableOf } from '@lamplight/server-kit'
import { linkageInstance } from '../model/index.ts'

const follows = (column: string): string =>
  `${column} = array_to_string(array_replace(string_to_array(${column}, ','), $1::text, $2::text), ',')`

/** Linkages name their devices: the successor takes the place of the old one. */
export const linkageFollower: ReplacementFollower = {
  name: 'linkage.instances',
  label: ['联动实例', 'Linkages'],
  follow: async ({ query }, { from, to }) => {
    const rows = await query(
      `update ${tableOf(linkageInstance)} set ${follows('toggle_dev_ids')}, ${follows('dev_ids')}
       where ($1::text = any(string_to_array(toggle_dev_ids, ',')) or $1::text = any(string_to_array(dev_ids, ','))) and not is_deleted returning id`,
      [from.id, to.id],
    )
    return { count: rows.length }
  },
}
