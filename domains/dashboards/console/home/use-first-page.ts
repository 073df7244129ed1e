import { firstPage, navigate, openSystem, rights, usePermission, useStateOf, useSystems, useTab } from '@lamplight/console-kit'
import { useEffect } from 'react'
import { useSimplePassword } from './simple-password.tsx'

const SYSTEMS = '/wel/home'

/**
 * The overview is the first page of a session. `permitted`: the user may read it; other users are sent on to the list of systems, or to
 * their only system. `nowhere`: there is no other page to send the user to. `simple`: the user has just signed in with a simple password; it is true once for each sign-in
 * (rule.landing.simplepwd).
 */
export const useFirstPage = () => {
  const { loaded } = useStateOf(rights)
  const permitted = usePermission('dashboard_view')
  const systems = useSystems()
  const { path } = useTab()
  const [only, second] = systems
  const nowhere = loaded && !permitted && !second && (!only || firstPage(only).path.toLowerCase() === path.toLowerCase())
  useEffect(() => {
    // A hidden tab does not navigate.
    if (!loaded || permitted || nowhere || window.location.pathname.toLowerCase() !== path.toLowerCase()) return
    if (second) navigate(SYSTEMS, {}, { replace: true })
    else if (only) openSystem(only)
  }, [loaded, permitted, nowhere, only, second, path])
  return { permitted, nowhere, ...useSimplePassword(permitted) }
}
