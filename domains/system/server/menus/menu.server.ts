import { choiceWord, onServer } from '@lamplight/server-kit'
import { menu } from '../../model/menu.resource.ts'
import { systemErrors } from '../../model/system.errors.ts'

/** Roles are granted menus by code, so the code of a menu never changes. */
const { category, action, isOpen } = menu.fields

export const menuServer = onServer(menu, {
  joined: {
    sql: '',
    fields: {
      categoryName: choiceWord(category.options.values, 't.category'),
      actionName: choiceWord(action.options.values, 't.action'),
      isOpenName: choiceWord(isOpen.options.values, 't.is_open'),
    },
  },
  filters: { parentId: { sql: '($::bigint = 0 or t.parent_id = $::bigint)', type: 'id' } },
  beforeWrite: ({ draft, old }) => {
    if (old && draft.code !== undefined && draft.code !== old.code) throw systemErrors.menuCodeFixed({}, 'code')
    return draft
  },
})
