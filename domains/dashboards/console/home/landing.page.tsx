import {
  Empty,
  Icon,
  isFramed,
  LanguageMenu,
  LockButton,
  navigate,
  SearchButton,
  Skeleton,
  ThemeMenu,
  useBrand,
  useScreenScale,
  useT,
} from '@lamplight/console-kit'
import type { CSSProperties } from 'react'
import './landing.css'
import { homePage } from '../../model/pages.ts'
import { L } from './landing.messages.ts'
import { circlePlaces } from './landing.ts'
import { LandingFigures } from './landing-figures.tsx'
import { SimplePassword, useSimplePassword } from './simple-password.tsx'
import { useLanding } from './use-landing.ts'

/** Icon size at the design's canvas size, and its minimum, px. */
const ICON = { size: 32, least: 22 } as const

/** All systems of the user in a circle (rt.wel.home); the brand in its middle is that of the host. */
export const LandingPage = () => {
  const t = useT()
  const { title, logo, background } = useBrand()
  const { who, entries, loading, open, logout } = useLanding()
  const { simple, forget } = useSimplePassword()
  const scale = useScreenScale()
  const places = circlePlaces(entries.length)
  return (
    <main className="ll-landing">
      {background && <img className="ll-landing-picture" src={background} alt="" />}
      <header>
        <span className="ll-landing-who">{who?.name}</span>
        <button type="button" className="ll-button" title={t(L.overview)} onClick={() => navigate(homePage.path)}>
          <Icon name="dashboard" size={16} /> <span>{t(L.overview)}</span>
        </button>
        <SearchButton />
        <LanguageMenu />
        <ThemeMenu />
        <LockButton />
        {!isFramed() && (
          <button type="button" className="ll-button" title={t(L.logout)} onClick={logout}>
            <Icon name="logout" size={16} /> <span>{t(L.logout)}</span>
          </button>
        )}
      </header>
      {simple && <SimplePassword onClose={forget} />}
      {entries.length === 0 && (loading ? <Skeleton kind="page" /> : <Empty text={t(L.none)} />)}
      <div className="ll-landing-canvas">
        <div className="ll-landing-brand">
          {logo && <img src={logo} alt="" />}
          <h1>{title}</h1>
          <LandingFigures />
        </div>
        <nav aria-label={t(L.systems)}>
          <ul>
            {entries.map((entry, i) => (
              <li key={entry.key} style={{ '--left': `${places[i]?.left}%`, '--top': `${places[i]?.top}%` } as CSSProperties}>
                <button type="button" onClick={() => open(entry)}>
                  <span className="ll-landing-icon">
                    <Icon name={entry.icon} size={Math.max(ICON.least, Math.round(ICON.size * scale))} />
                  </span>
                  {entry.name}
                </button>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </main>
  )
}
