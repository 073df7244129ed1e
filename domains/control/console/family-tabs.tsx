import { useT, useTab } from '@lamplight/console-kit'
import { Link } from '@lamplight/console-kit/resource'
import type { Text } from '@lamplight/kit'
import { presetPath, reportedPath } from './families.ts'
import { P } from './param.messages.ts'
import './params.css'

/** Links between the two pages of a parameter family: its presets, and the values that devices reported. They stay in the system of the open page. */
export const FamilyTabs = ({ label }: { readonly label: Text }) => {
  const t = useT()
  const { path } = useTab()
  const link = presetPath(path)
  const pages = [
    [link, P.preset],
    [reportedPath(link), P.reported],
  ] as const
  return (
    <nav className="ll-param-tabs" aria-label={t(label)}>
      {pages.map(([to, name]) => (
        <Link key={to} to={to} isCurrent={path.toLowerCase() === to.toLowerCase()}>
          {t(name)}
        </Link>
      ))}
    </nav>
  )
}
