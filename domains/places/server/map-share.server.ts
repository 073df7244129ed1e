import { newCode, onServer } from '@lamplight/server-kit'
import { mapShare } from '../model/map-share.resource.ts'
import { placesErrors } from '../model/places.errors.ts'

const CODE_BYTES = 18

/** Each share gets a random code; it is limited to an area or project. */
export const mapShareServer = onServer(mapShare, {
  place: { area: 't.area_id', project: 't.project_id' },
  // Everybody with the code sees the map, so the audit log must not contain it.
  conceals: () => ['shareCode'],
  beforeWrite: ({ draft, old }) => {
    const left = { ...old, ...draft }
    if (!left.areaId && !left.projectId) throw placesErrors.shareWhat({}, 'areaId')
    return old ? draft : { ...draft, shareCode: newCode(CODE_BYTES) }
  },
})
