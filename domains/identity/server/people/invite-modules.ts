import type { Ctx } from '@lamplight/server-kit'
import { MODULE_PATHS, MODULES } from '../../model/invite.resource.ts'

/** Modules with at least one page that the caller may open; city lighting if there are none. */
export const modulesOf = async (ctx: Ctx): Promise<readonly string[]> => {
  const rows = await ctx.query<{ code: string; path: string }>('select code, path from system_menus where not is_deleted and category = 1')
  const held = rows.filter(({ code }) => ctx.user.administrator || ctx.user.permissions.has(code)).map(({ path }) => path)
  const found = MODULES.filter((name) => held.some((path) => path.startsWith(`${MODULE_PATHS[name]}/`)))
  return found.length > 0 ? found : ['CITY']
}
