import { onServer } from '@lamplight/server-kit'
import { menu } from '../model/menu.resource.ts'
import { systemErrors } from '../model/system.errors.ts'

/** The code of a menu is what roles are granted: it never changes. */
export const menuServer = onServer(menu, {
  filters: { parentId: { sql: '($::bigint = 0 or t.parent_id = $::bigint)', type: 'id' } },
  beforeWrite: ({ draft, old }) => {
    if (old && draft.code !== undefined && draft.code !== old.code) throw systemErrors.menuCodeFixed({}, 'code')
    return draft
  },
})
