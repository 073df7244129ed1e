import { newCode, onServer } from '@lamplight/server-kit'
import { mapShare } from '../model/map-share.resource.ts'
import { placesErrors } from '../model/places.errors.ts'

const CODE_BYTES = 18

/** Each gets a code that nobody guesses; it shows an area or a project, never everything. */
export const mapShareServer = onServer(mapShare, {
  place: { area: 't.area_id', project: 't.project_id' },
  // Whoever has the code sees the map.
  conceals: () => ['shareCode'],
  beforeWrite: ({ draft, old }) => {
    const left = { ...old, ...draft }
    if (!left.areaId && !left.projectId) throw placesErrors.shareWhat({}, 'areaId')
    return old ? draft : { ...draft, shareCode: newCode(CODE_BYTES) }
  },
})
