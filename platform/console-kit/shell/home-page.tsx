import type { Text } from '@lamplight/kit'
import { type ReactNode, useEffect } from 'react'
import { useT } from '../i18n/use-t.ts'
import { navigate } from '../router/location.ts'
import { loadBrand, useBrand } from '../session/brand.ts'
import { useUser } from '../session/menus.ts'
import { Logo } from '../widgets/logo.tsx'
import './home.css'

const LEAD: Text = ['每一盏灯，都看得见、管得住', 'Every lamp visible, every lamp under control']
const ENTER: Text = ['登录', 'Sign in']

/** The public page of the brand (pub.home, decisions.md A17). A signed-in user is sent on to the list of systems. */
export const HomePage = (): ReactNode => {
  const t = useT()
  const signedIn = useUser() !== null
  const { title, logo, background } = useBrand()
  useEffect(() => {
    if (signedIn) navigate('/wel/home', {}, { replace: true })
    else void loadBrand()
  }, [signedIn])
  return (
    <main className="ll-brand">
      {background && <img className="ll-brand__picture" src={background} alt="" />}
      <div className="ll-brand__words">
        <Logo size={72} src={logo} />
        <h1>{title}</h1>
        <p>{t(LEAD)}</p>
        <button type="button" className="ll-button ll-button--primary" onClick={() => navigate('/login')}>
          {t(ENTER)}
        </button>
      </div>
    </main>
  )
}
