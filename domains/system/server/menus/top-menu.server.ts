import { onServer } from '@lamplight/server-kit'
import { topMenu } from '../../model/top-menu.resource.ts'

/** Removing a top menu also deletes its assignments. */
export const topMenuServer = onServer(topMenu, {
  beforeRemove: async ({ query, rows }) => {
    await query('delete from system_top_menu_entry where top_menu_id = any($1)', [rows.map(({ id }) => id)])
  },
})
