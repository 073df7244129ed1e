import { onServer } from '@lamplight/server-kit'
import { topMenu } from '../model/top-menu.resource.ts'

/** What a removed entry held is let go of. */
export const topMenuServer = onServer(topMenu, {
  beforeRemove: async ({ query, rows }) => {
    await query('delete from system_top_menu_entry where top_menu_id = any($1)', [rows.map(({ id }) => id)])
  },
})
