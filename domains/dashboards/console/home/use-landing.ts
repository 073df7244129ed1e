import {
  api,
  askLogout,
  hasPage,
  listOf,
  loadBrand,
  navigate,
  notify,
  openSystem,
  rights,
  type ShellMenu,
  storage,
  useConsoleParams,
  useLang,
  useStateOf,
  useSystems,
  useTab,
  useUser,
} from '@lamplight/console-kit'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { L } from './landing.messages.ts'
import { entriesFrom, type LandingEntry, type SystemMenuRow, sendOn, shownEntries } from './landing.ts'

const KEPT = 'menuAll'
interface Kept {
  readonly lang: string
  readonly rows: readonly SystemMenuRow[]
}

/** The system menus, fetched unless they are cached in this language (rule.landing.fetch); null if the server has none. */
const useSystemMenus = () => {
  const lang = useLang()
  return useQuery({
    queryKey: ['system.systemMenu', 'landing', lang],
    queryFn: async ({ signal }): Promise<readonly SystemMenuRow[] | null> => {
      const kept = storage.read<Kept>(KEPT)
      if (kept?.lang === lang && Array.isArray(kept.rows)) return kept.rows
      const rows = await api
        .get<readonly SystemMenuRow[]>('blade-system/systemMenu/listSystemMenu', {}, { signal, quiet: true })
        .catch(() => null)
      if (!Array.isArray(rows)) return null
      storage.write(KEPT, { lang, rows })
      return rows
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

const useSentOn = (tenantId: string | undefined): void => {
  useEffect(() => sendOn(tenantId, { hasPage, navigate: (path) => void navigate(path) }), [tenantId])
}

/** Tenant 127779 gets a warning when it leaves this page, once per browser session (rule.warn.127779, decisions.md A27). */
const WARNED = { tenantId: '127779', key: 'leaveWarned' } as const
const useLeaveWarning = (tenantId: string | undefined, path: string): void => {
  const last = useRef({ tenantId, path })
  useEffect(() => {
    last.current = { tenantId, path }
  })
  useEffect(
    () => () => {
      if (last.current.tenantId !== WARNED.tenantId || /^\/wel\/home$/i.test(window.location.pathname)) return
      if (storage.read(WARNED.key) === true) return
      storage.write(WARNED.key, true, 'session')
      notify.warning(L.leaving, { ms: 10_000 })
    },
    [],
  )
}

/** State and actions of the landing page. */
export const useLanding = () => {
  const who = useUser()
  const systems = useSystems()
  const { loaded } = useStateOf(rights)
  const params = useConsoleParams()
  const { path } = useTab()
  const menus = useSystemMenus()
  // Shows nothing until the request of the entries has ended: the systems of the menu have other names and another order.
  const entries = menus.isPending
    ? []
    : shownEntries(entriesFrom(menus.data ?? null, systems), {
        hiddenNames: listOf(params['console.landing.hiddenNames']),
        moveCarUrl: params['console.lightMoveCar.url'],
      })
  useSentOn(who?.tenantId)
  useLeaveWarning(who?.tenantId, path)
  useEffect(() => void loadBrand(), [])
  useEffect(() => {
    // A user with a single system has nothing to select (decisions.md A18).
    if (systems.length === 1) navigate('/', {}, { replace: true })
  }, [systems])
  const open = ({ system }: LandingEntry): void => {
    if (system) openSystem(system as ShellMenu)
    // Opens the address set by the administrator (rule.landing.lightMoveCar).
    else window.open(params['console.lightMoveCar.url'], '_blank', 'noopener')
  }
  return { who, entries, loading: menus.isPending || !loaded, open, logout: () => void askLogout() }
}
