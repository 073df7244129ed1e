import type { Text } from '@lamplight/kit'
import type { Ctx, Query } from '@lamplight/server-kit'
import type { Selector } from '../../model/index.ts'
import { targetsPort } from '../../model/ports.ts'
import { NAME_AT_MOST, type OrderInput } from './order-input.ts'

const NAMED = [
  ['groupId', 'select group_name as name from devices_groups where id = $1'],
  ['areaId', 'select coalesce(area_full_name, area_name) as name from places_areas where id = $1'],
  ['projectId', 'select name from places_projects where id = $1'],
] as const satisfies readonly (readonly [keyof Selector, string])[]

const cut = (text: string): string => text.slice(0, NAME_AT_MOST)
/**
 * Returns the name of an order's devices in both languages: of the group, area or project, of the lamps, of their streets, or of the filter.
 * Null if there is no name, or if more than `most` devices are listed.
 */
export const targetName = async (
  ctx: Ctx,
  query: Query,
  { selector, onMap }: Pick<OrderInput, 'selector' | 'onMap'>,
  most = Number.POSITIVE_INFINITY,
): Promise<Text | null> => {
  for (const [key, sql] of NAMED) {
    const id = selector[key]
    if (!id) continue
    const name = (await query<{ name: string }>(sql, [id]))[0]?.name
    return name === undefined ? null : [cut(name), cut(name)]
  }
  if ((selector.controllerIds ?? selector.lampIds ?? []).length > most) return null
  const name = await ctx.platform.port(targetsPort).nameOf(query, selector, onMap === true)
  return name && [cut(name[0]), cut(name[1])]
}
