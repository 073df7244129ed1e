import type { ReactNode } from 'react'
import { navigate } from '../router/location.ts'
import { useBrand } from '../session/brand.ts'
import { setProject } from '../session/project.ts'
import { Logo } from '../widgets/logo.tsx'

/** Where all systems stand. */
const LANDING = '/wel/home'

/** The logo leads to all systems and clears the current project (rule.layout.logo-click, decisions.md A73); on the landing page itself it is none (rule.layout.logo-home). */
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
