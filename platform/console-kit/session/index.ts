/** Entry of the sign-in chunk: session, language and client, without the query cache. */
export { type Api, type CallOptions, saveFile, type UploadOptions } from '../api/client.ts'
export type { CallQuery } from '../api/envelope.ts'
export { type ApiError, ERROR_TEXTS, isApiError } from '../api/error.ts'
export { lang, setLang } from '../i18n/lang.ts'
export { type Translate, t, useLang, useT, type Values } from '../i18n/use-t.ts'
export { type Notice, type NoticeKind, notify, setNotify } from '../notify/notify.ts'
export { createState, type State, useStateOf } from '../state/state.ts'
export { storage } from '../storage/storage.ts'
export {
  type Density,
  density,
  loadThemes,
  setDensity,
  setTheme,
  THEMES,
  type ThemeName,
  theme,
  useDensity,
  useTheme,
} from '../theme/theme.ts'
export { token, tokenPx } from '../theme/tokens.ts'
export { Can } from './can.tsx'
export { type Credentials, enter, type LoginResult, login, type SecondStep } from './login.ts'
export { md5 } from './md5.ts'
export type { Menu } from './menu.ts'
export { hasPermission, loadRights, rights, useMenus, usePermission, useUser } from './menus.ts'
export { startConsole } from './root.tsx'
export { api, endSession, logout, onSessionEnd, user, watchSession } from './session.ts'
export { signInAs, signInAsSelf, useActor } from './sign-in-as.ts'
export { readTokens } from './tokens.ts'
export type { UserInfo } from './user.ts'
