import { type ReactNode, Suspense, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { Icon } from '../../widgets/icon.tsx'
import { useSystems } from '../menu/use-systems.ts'
import { shellTexts as texts } from '../shell.messages.ts'
import { usePaletteKey } from '../use-console.ts'
import { Palette } from './load-palette.ts'

/** Button for the search over pages and rows, for a page without the shell; Ctrl K opens it too. */
export const SearchButton = (): ReactNode => {
  const t = useT()
  const systems = useSystems()
  const [open, setOpen] = useState(false)
  usePaletteKey(() => setOpen(true))
  return (
    <>
      <button
        type="button"
        className="ll-bar__button"
        aria-label={t(texts.search)}
        aria-keyshortcuts="Control+K"
        onClick={() => setOpen(true)}
      >
        <Icon name="search" />
      </button>
      {open && (
        <Suspense fallback={null}>
          <Palette menus={systems} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
