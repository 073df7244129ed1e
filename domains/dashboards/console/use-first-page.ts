import { navigate, openSystem, rights, usePermission, useStateOf, useSystems, useTab } from '@lamplight/console-kit'
import { useEffect } from 'react'
import { useSimplePassword } from './simple-password.tsx'

const SYSTEMS = '/wel/home'

/**
 * The overview is the first page of a session. `permitted`: the user may read it; other users are sent on to the list of systems, or to
 * their only system. `simple`: the user has just signed in with a simple password; it is true once for each sign-in
 * (rule.landing.simplepwd).
 */
export const useFirstPage = () => {
  const { loaded } = useStateOf(rights)
  const permitted = usePermission('dashboard_view')
  const systems = useSystems()
  const { path } = useTab()
  useEffect(() => {
    // A hidden tab does not navigate.
    if (!loaded || permitted || systems.length === 0 || window.location.pathname.toLowerCase() !== path.toLowerCase()) return
    const [only, second] = systems
    if (second) navigate(SYSTEMS, {}, { replace: true })
    else if (only && only.path.toLowerCase() !== path.toLowerCase()) openSystem(only)
  }, [loaded, permitted, systems, path])
  return { permitted, ...useSimplePassword(permitted) }
}
