import { newCode, onServer } from '@lamplight/server-kit'
import { mapShare } from '../model/map-share.resource.ts'
import { placesErrors } from '../model/places.errors.ts'

const CODE_BYTES = 18

/** Each share gets a random code; it is limited to an area or project, and to the places that its users see when it is opened (`shares.port.ts`). */
export const mapShareServer = onServer(mapShare, {
  place: { area: 't.area_id', project: 't.project_id' },
  // Everybody with the code sees the map, so the audit log must not contain it.
  conceals: () => ['shareCode'],
  beforeWrite: ({ ctx, draft, old }) => {
    const left = { ...old, ...draft }
    if (!left.areaId && !left.projectId) throw placesErrors.shareWhat({}, 'areaId')
    if (ctx.user.cut.areas && !left.areaId) throw placesErrors.shareOwn({}, 'areaId')
    if (ctx.user.cut.projects && !left.projectId) throw placesErrors.shareOwn({}, 'projectId')
    return old ? draft : { ...draft, shareCode: newCode(CODE_BYTES) }
  },
})
