import { lang } from '../i18n/lang.ts'
import { createState, useStateOf } from '../state/state.ts'
import { storage } from '../storage/storage.ts'
import { flattenButtons, type Menu } from './menu.ts'
import { api, onSessionEnd, user } from './session.ts'
import type { UserInfo } from './user.ts'

/** What the signed-in user may see and do. `loaded` is false until the server or the last visit told. */
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

/** The rights of the last visit paint the first screen; `loadRights` brings them up to date. */
export const rights = createState<Rights>(kept())
onSessionEnd(() => rights.set(NOTHING))

const list = <T>(value: unknown): readonly T[] => (Array.isArray(value) ? value : [])

/** Fetches menu and buttons in the language on the screen (rule.menu.runtime). */
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
/** The same before anything is on the screen: whoever asks next in that language has this answer. */
export const beginRights = (): void => {
  const asked = loadRights()
  // Who takes it up hears of a failure.
  asked.catch(() => undefined)
  begun = { lang: lang.get(), rights: asked }
}
export const takeRights = (): Promise<Rights> => {
  const taken = begun
  begun = null
  return taken?.lang === lang.get() ? taken.rights : loadRights()
}

export const useMenus = (): readonly Menu[] => useStateOf(rights).menus
export const useUser = (): UserInfo | null => useStateOf(user)
/** May the signed-in user do this? The server refuses it all the same. */
export const usePermission = (code: string): boolean => useStateOf(rights).permissions.has(code)
export const hasPermission = (code: string): boolean => rights.get().permissions.has(code)
