import type { ReactNode } from 'react'
import { useT } from '../i18n/use-t.ts'
import { hasPage } from '../router/known-pages.ts'
import { usePermission, useUser } from '../session/menus.ts'
import { Icon } from '../widgets/icon.tsx'
import { shellTexts as texts } from './shell.messages.ts'
import { listOf, useConsoleParams } from './use-console-params.ts'

const SCREEN = '/screen'

/** True if the user may open the data screen: with the permission, or as a user of a listed tenant (rule.top.screen, decisions.md A23). */
export const mayOpenScreen = (permitted: boolean, tenantId: string | undefined, tenants: readonly string[]): boolean =>
  permitted || (tenantId !== undefined && tenants.includes(tenantId))

/** Button that opens the data screen in a new browser window. */
export const DataScreenButton = (): ReactNode => {
  const t = useT()
  const tenantId = useUser()?.tenantId
  const permitted = usePermission('data_screen')
  const tenants = listOf(useConsoleParams()['console.dataScreen.tenantIds'])
  if (!hasPage(SCREEN) || !mayOpenScreen(permitted, tenantId, tenants)) return null
  const label = t(texts.dataScreen)
  return (
    <a className="ll-bar__button ll-bar__screen" href={SCREEN} target="_blank" rel="noreferrer" title={label} aria-label={label}>
      <Icon name="dashboard" />
    </a>
  )
}
