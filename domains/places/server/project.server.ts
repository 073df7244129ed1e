import { onServer } from '@lamplight/server-kit'
import { project } from '../model/project.resource.ts'

export const projectServer = onServer(project, {
  place: { project: 't.id' },
  // 0 is the top: everything.
  filters: { parentId: { sql: '($::bigint = 0 or t.parent_id = $::bigint)', type: 'id' } },
})
