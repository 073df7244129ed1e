import type { Text } from '@lamplight/kit'
import { Activity, type ComponentType, type ReactNode, StrictMode, Suspense, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { lang } from '../i18n/lang.ts'
import { useT } from '../i18n/use-t.ts'
import { ToastHost } from '../notify/toast-host.tsx'
import { guard, isSignIn, type Verdict } from '../router/guard.ts'
import { hrefOf, location, navigate, watchLocation } from '../router/location.ts'
import { useStateOf } from '../state/state.ts'
import { storage } from '../storage/storage.ts'
import { watchScreen } from '../theme/screen.ts'
import { applyTheme } from '../theme/theme.ts'
import '../theme/base.css'
import '../theme/theme-light.css'
import { Boundary } from '../widgets/boundary.tsx'
import { createLazy, type LazyComponent, ShowLazy } from '../widgets/coming.tsx'
import { logError, watchErrors } from './error-log.ts'
import { offerLoadAgain } from './load-again.ts'
import { keepPlace, locked } from './lock.ts'
import { rights } from './menus.ts'
import { endSession, onSessionEnd, user, watchSession } from './session.ts'
import { startPage } from './start-page.ts'
import { readTokens } from './tokens.ts'

type LoadConsole = () => Promise<ComponentType>

const BROKEN: Text = ['页面没有加载成功，请检查网络后重试。', 'The page did not load. Check the network and try again.']
const AGAIN: Text = ['重新加载', 'Reload']

/** Storage key of the address at which the session expired; signing in returns to it. */
const RETURN = 'return'
let expired = false
onSessionEnd((why) => {
  expired = why === 'expired'
  if (expired) storage.write(RETURN, hrefOf(location.get()), 'session')
  else storage.remove(RETURN)
})

/**
 * True after the sign-in page was shown without a session: the next session is new. A user with a session who opens
 * /login is redirected to / (rule.guard.login).
 */
let begins = false

const signInPath = (): string => (lang.get() === 'en' ? '/en/login' : '/login')

const follow = (verdict: Verdict, path: string): void => {
  if (verdict.kind === 'logout') endSession('expired')
  if (verdict.kind === 'pass' && isSignIn(path)) begins = true
  if (verdict.kind !== 'go') return
  if (verdict.to === '/login') {
    if (!storage.read(RETURN) && path !== '/') storage.write(RETURN, hrefOf(location.get()), 'session')
    navigate(signInPath(), {}, { replace: true })
    return
  }
  if (verdict.to === '/lock') {
    keepPlace()
    navigate('/lock', {}, { replace: true })
    return
  }
  const back = isSignIn(path) && begins ? (storage.read<string>(RETURN) ?? startPage(user.get()?.tenantId)) : null
  begins = false
  storage.remove(RETURN)
  navigate(back ?? verdict.to, undefined, { replace: true })
}

const useVerdict = (path: string): Verdict => {
  const who = useStateOf(user)
  const { loaded } = useStateOf(rights)
  const isLocked = useStateOf(locked)
  const verdict = guard({
    path,
    locked: isLocked,
    session: who !== null,
    tokenEmpty: who !== null && readTokens() === null,
    menuLoaded: loaded,
  })
  useEffect(() => follow(verdict, path))
  return verdict
}

const Broken = ({ onAgain }: { readonly onAgain: () => void }): ReactNode => {
  const t = useT()
  return (
    <div role="alert" className="ll-root__broken">
      <p>{t(BROKEN)}</p>
      <button type="button" onClick={onAgain}>
        {t(AGAIN)}
      </button>
    </div>
  )
}

/** In its own chunk, because it is rarely used. */
const lockPage = (): LazyComponent => createLazy(() => import('../sign-in/lock-page.tsx').then((module) => module.LockPage))
let lockComing = lockPage()
/** In its own chunk, because users with a session do not see it; first-paint.js fetches it for the others. */
const signIn = createLazy(() =>
  import('../sign-in/sign-in.tsx').then(({ SignIn }) => () => <SignIn expired={expired} />),
)
const LockView = (): ReactNode => <ShowLazy coming={lockComing} />
/** A lock page that failed to load is loaded again in place: a reload would lose the state of the console below it. */
const Lock = (): ReactNode => (
  <Boundary
    fallback={(_, retry) => (
      <Broken
        onAgain={() => {
          lockComing = lockPage()
          retry()
        }}
      />
    )}
  >
    <LockView />
  </Boundary>
)

type View = 'nothing' | 'signIn' | 'lock' | 'console'
const viewOf = (verdict: Verdict, path: string): View => {
  if (verdict.kind !== 'pass') return 'nothing'
  if (isSignIn(path)) return 'signIn'
  return path.toLowerCase() === '/lock' ? 'lock' : 'console'
}

/** Keeps the console mounted while the lock page covers it, so that nothing typed is lost. */
const useKeptConsole = (view: View, session: boolean): boolean => {
  const [kept, setKept] = useState(false)
  const wanted = view === 'console' || (session && kept)
  if (wanted !== kept) setKept(wanted)
  return wanted
}

const Root = ({ load, Console }: { readonly load: LoadConsole; readonly Console: LazyComponent }): ReactNode => {
  const { path } = useStateOf(location)
  const session = useStateOf(user) !== null
  const view = viewOf(useVerdict(path), path)
  const kept = useKeptConsole(view, session)
  useEffect(() => {
    // Loads the console during typing, so that it is shown at once after signing in. Does not use `begin`, which would keep a failure.
    const timer = view === 'signIn' ? setTimeout(() => void load().catch(() => undefined), 1500) : undefined
    return () => clearTimeout(timer)
  }, [view, load])
  return (
    <Boundary fallback={() => <Broken onAgain={() => window.location.reload()} />}>
      {view === 'signIn' && <ShowLazy coming={signIn} />}
      <Suspense fallback={null}>
        {view === 'lock' && <Lock />}
        {kept && (
          <Activity mode={view === 'console' ? 'visible' : 'hidden'}>
            <ShowLazy coming={Console} />
          </Activity>
        )}
      </Suspense>
    </Boundary>
  )
}

/** Starts the console in `element`: shows the sign-in page, or `load()` for users with a session. */
export const startConsole = (element: HTMLElement, load: LoadConsole): void => {
  offerLoadAgain()
  const coming = createLazy(load)
  const dressed = applyTheme()
  void (user.get() ? coming : signIn).begin()
  watchLocation()
  watchSession()
  watchErrors()
  watchScreen(window)
  const keep = (thrown: unknown, { componentStack }: { componentStack?: string | undefined }): void => {
    console.error(thrown)
    logError(thrown, 'render', componentStack)
  }
  // Painting before the theme's colours are loaded would paint twice.
  void dressed.then(() =>
    createRoot(element, { onCaughtError: keep, onUncaughtError: keep }).render(
      <StrictMode>
        <Root load={load} Console={coming} />
        <ToastHost />
      </StrictMode>,
    ),
  )
}
