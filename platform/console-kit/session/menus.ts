import { lang } from '../i18n/lang.ts'
import { createState, useStateOf } from '../state/state.ts'
import { storage } from '../storage/storage.ts'
import { flattenButtons, type Menu } from './menu.ts'
import { api, onSessionEnd, user } from './session.ts'
import type { UserInfo } from './user.ts'

/** Menus and permissions of the signed-in user. `loaded` is false until they come from the server or the last visit. */
export interface Rights {
  readonly loaded: boolean
  readonly menus: readonly Menu[]
  readonly permissions: ReadonlySet<string>
}
const NOTHING: Rights = { loaded: false, menus: [], permissions: new Set() }

const kept = (): Rights => {
  const menus = storage.read<readonly Menu[]>('menu')
  const codes = storage.read<readonly string[]>('permission')
  return user.get() && Array.isArray(menus) && Array.isArray(codes) ? { loaded: true, menus, permissions: new Set(codes) } : NOTHING
}

/** The rights of the last visit are used for the first screen; `loadRights` updates them. */
export const rights = createState<Rights>(kept())
onSessionEnd(() => rights.set(NOTHING))

const list = <T>(value: unknown): readonly T[] => (Array.isArray(value) ? value : [])

/** Loads menu and buttons in the user's language (rule.menu.runtime). */
export const loadRights = async (): Promise<Rights> => {
  const [routes, buttons] = await Promise.all([api.get<unknown>('blade-system/menu/routes'), api.get<unknown>('blade-system/menu/buttons')])
  const found: Rights = { loaded: true, menus: list<Menu>(routes), permissions: flattenButtons(list(buttons)) }
  storage.write('menu', found.menus)
  storage.write('permission', [...found.permissions])
  rights.set(found)
  return found
}

let begun: { readonly lang: string; readonly rights: Promise<Rights> } | null = null
onSessionEnd(() => {
  begun = null
})
/** Starts loading before anything is shown: the next call in that language uses this answer. */
export const beginRights = (): void => {
  const rights = loadRights()
  // The caller that uses it handles a failure.
  rights.catch(() => undefined)
  begun = { lang: lang.get(), rights }
}
export const takeRights = (): Promise<Rights> => {
  const taken = begun
  begun = null
  return taken?.lang === lang.get() ? taken.rights : loadRights()
}

export const useMenus = (): readonly Menu[] => useStateOf(rights).menus
export const useUser = (): UserInfo | null => useStateOf(user)
/** Returns true if the signed-in user has the permission. The server checks it anyway. */
export const usePermission = (code: string): boolean => useStateOf(rights).permissions.has(code)
export const hasPermission = (code: string): boolean => rights.get().permissions.has(code)
