import { onServer } from '@lamplight/server-kit'
import { mapJumpArea } from '../model/map-jump-area.resource.ts'

/** An entry without its own name or code uses those of its area. */
export const mapJumpAreaServer = onServer(mapJumpArea, {
  place: { area: 't.area_id' },
  afterWrite: async ({ query, row }) => {
    await query(
      `update places_map_jump_area j set area_name = coalesce(j.area_name, a.area_name), area_code = coalesce(j.area_code, a.area_code)
       from places_area a where j.id = $1 and a.id = j.area_id`,
      [row.id],
    )
  },
})
