import type { ReactNode } from 'react'
import { navigate } from '../router/location.ts'
import { useBrand } from '../session/brand.ts'
import { setProject } from '../session/project.ts'
import { Logo } from '../widgets/logo.tsx'

/** Page that lists all systems. */
const LANDING = '/wel/home'

/**
 * The logo: a link to the list of all systems that clears the selected project (rule.layout.logo-click, decisions.md A73). On that page
 * itself it is not a link (rule.layout.logo-home).
 */
export const Brand = (): ReactNode => {
  const { title, logo } = useBrand()
  return (
    <a
      className="ll-side__brand"
      href={LANDING}
      title={title}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        setProject(null)
        navigate(LANDING)
      }}
    >
      <Logo size={28} src={logo} />
      <span>{title}</span>
    </a>
  )
}
