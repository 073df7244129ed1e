import { treeIds } from '@lamplight/server-kit'

/** SQL conditions of a project and an area with all below them, for rows `t`. Empty ids: no limit. Adds to `params`. */
export const placed = ({ projectId, areaId }: { readonly projectId: string; readonly areaId: string }, params: unknown[]): string =>
  [
    areaId && `t.area_id = any(array(${treeIds({ table: 'places_areas', from: { id: `$${params.push(areaId)}` } })}))`,
    projectId && `t.project_id = any(array(${treeIds({ table: 'places_projects', from: { id: `$${params.push(projectId)}` } })}))`,
  ]
    .filter(Boolean)
    .map((one) => ` and ${one}`)
    .join('')
