import { lazy, type ReactNode, Suspense, useState } from 'react'
import { setLang } from '../i18n/lang.ts'
import { useLang, useT } from '../i18n/use-t.ts'
import { navigate } from '../router/location.ts'
import type { Registry } from '../router/registry.ts'
import { confirmLogout } from '../session/ask-logout.ts'
import { hasLockPassword, lock } from '../session/lock.ts'
import { useUser } from '../session/menus.ts'
import type { UserInfo } from '../session/user.ts'
import { isFramed } from '../storage/storage.ts'
import { setDensity, useDensity, useTheme } from '../theme/theme.ts'
import { Icon } from '../widgets/icon.tsx'
import { DropMenu } from '../widgets/menu.tsx'
import type { MenuEntry } from '../widgets/menu-entry.ts'
import { shellTexts as texts } from './shell.messages.ts'

const LockDialog = lazy(() => import('./lock-dialog.tsx').then((module) => ({ default: module.LockDialog })))
const ThemeDialog = lazy(() => import('./theme-dialog.tsx').then((module) => ({ default: module.ThemeDialog })))

/** Menu that switches the language; the server's menu is fetched again (rule.language.elsewhere). */
export const LanguageMenu = (): ReactNode => {
  const t = useT()
  const lang = useLang()
  const entries: MenuEntry[] = [
    { key: 'zh', label: '中文', checked: lang === 'zh', run: () => setLang('zh') },
    { key: 'en', label: 'English', checked: lang === 'en', run: () => setLang('en') },
  ]
  return <DropMenu align="end" className="ll-bar__button" label={t(texts.language)} trigger={<Icon name="globe" />} entries={entries} />
}

/** Menu for the row density, with an entry that opens the theme dialog. */
export const ThemeMenu = (): ReactNode => {
  const t = useT()
  const theme = useTheme()
  const density = useDensity()
  const [choosing, setChoosing] = useState(false)
  const entries: MenuEntry[] = [
    { key: 'themes', label: t(texts.themes), icon: 'setting', run: () => setChoosing(true) },
    { key: 'default', label: t(texts.normal), note: t(texts.density), checked: density === 'default', run: () => setDensity('default') },
    { key: 'compact', label: t(texts.compact), note: t(texts.density), checked: density === 'compact', run: () => setDensity('compact') },
  ]
  return (
    <>
      <DropMenu
        align="end"
        className="ll-bar__button"
        label={t(texts.theme)}
        trigger={<Icon name={theme === 'theme-dark' ? 'moon' : 'sun'} />}
        entries={entries}
      />
      <Suspense>{choosing && <ThemeDialog onClose={() => setChoosing(false)} />}</Suspense>
    </>
  )
}

/** Button that locks the screen; the first time it asks for a lock password (rule.top.lock). */
export const LockButton = (): ReactNode => {
  const t = useT()
  const [asking, setAsking] = useState(false)
  const label = t(texts.lock)
  return (
    <>
      <button
        type="button"
        className="ll-bar__button ll-bar__lock"
        title={label}
        aria-label={label}
        onClick={() => (hasLockPassword() ? lock() : setAsking(true))}
      >
        <Icon name="lock" />
      </button>
      <Suspense>{asking && <LockDialog onClose={() => setAsking(false)} />}</Suspense>
    </>
  )
}

/** Picture of a user; without one, or if it does not load, the first letter of the name. */
const Face = ({ who }: { readonly who: UserInfo }): ReactNode => {
  const [lost, setLost] = useState<string | null>(null)
  return (
    <span className="ll-bar__avatar" aria-hidden="true">
      {who.avatar && who.avatar !== lost ? (
        <img src={who.avatar} alt="" onError={() => setLost(who.avatar)} />
      ) : (
        who.name.slice(0, 1).toUpperCase()
      )}
    </span>
  )
}

/** Menu of the user: dashboard, personal info, sign out (rule.top.user); without sign-out inside a frame (rule.top.logout-embedded). */
export const UserMenu = ({ registry }: { readonly registry: Registry }): ReactNode => {
  const t = useT()
  const who = useUser()
  if (!who) return null
  const pages = [
    { key: '/wel/dashboard', label: t(texts.dashboard), icon: 'dashboard' },
    { key: '/info/index', label: t(texts.info), icon: 'user' },
  ].filter(({ key }) => registry.find(key))
  const entries: MenuEntry[] = [
    ...pages.map((page) => ({ ...page, run: () => navigate(page.key) })),
    ...(isFramed() ? [] : [{ key: 'logout', label: t(texts.logout), icon: 'logout', run: () => void confirmLogout() }]),
  ]
  const trigger = (
    <>
      <Face who={who} />
      <span className="ll-bar__who">
        {who.name}
        <small>{t(texts.tenant, { id: who.tenantId })}</small>
      </span>
    </>
  )
  return <DropMenu align="end" className="ll-bar__button ll-bar__user" label={t(texts.user)} named trigger={trigger} entries={entries} />
}
