import { type ReactNode, useEffect, useId, useState } from 'react'
import { useT } from '../i18n/use-t.ts'
import { DEFAULT_COLOUR, loadThemes, setColour, setTheme, THEMES, useColour, useTheme } from '../theme/theme.ts'
import { Dialog } from '../widgets/dialog.tsx'
import { shellTexts as texts } from './shell.messages.ts'
import './theme-dialog.css'

/** Dialog with the eleven themes, each as a small picture in its own colours, and the primary colour (dlg.theme). A choice is applied at once. */
export const ThemeDialog = ({ onClose }: { readonly onClose: () => void }): ReactNode => {
  const t = useT()
  const worn = useTheme()
  const colour = useColour()
  const id = useId()
  const [ready, setReady] = useState(false)
  useEffect(() => {
    let here = true
    const show = (): void => {
      if (here) setReady(true)
    }
    loadThemes().then(show, show)
    return () => {
      here = false
    }
  }, [])
  return (
    <Dialog title={t(texts.themes)} onClose={onClose} className="ll-themes">
      <div className="ll-themes__all" role="radiogroup" aria-label={t(texts.theme)} aria-busy={!ready}>
        {THEMES.map(({ name, label }) => (
          <label key={name} className="ll-themes__one">
            <input type="radio" name={id} checked={worn === name} onChange={() => setTheme(name)} />
            <span className={`ll-themes__picture ${ready ? name : ''}`} aria-hidden="true">
              <i className="ll-themes__side" />
              <i className="ll-themes__bar" />
              <i className="ll-themes__card" />
              <i className="ll-themes__button" />
            </span>
            <span>{t(label)}</span>
          </label>
        ))}
      </div>
      <div className="ll-themes__colour">
        <label htmlFor={`${id}-colour`}>{t(texts.colour)}</label>
        <input id={`${id}-colour`} type="color" value={colour} onChange={(event) => setColour(event.target.value)} />
        <button type="button" className="ll-button" disabled={colour === DEFAULT_COLOUR} onClick={() => setColour(DEFAULT_COLOUR)}>
          {t(texts.colourDefault)}
        </button>
      </div>
      <footer>
        <button type="button" className="ll-button ll-button--primary" onClick={onClose}>
          {t(texts.done)}
        </button>
      </footer>
    </Dialog>
  )
}
