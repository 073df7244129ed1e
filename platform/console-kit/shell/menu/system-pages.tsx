import type { Text } from '@lamplight/kit'
import { type ReactNode, useEffect } from 'react'
import { useT, type Values } from '../../i18n/use-t.ts'
import { location, navigate } from '../../router/location.ts'
import { definePage, type Page } from '../../router/page.ts'
import { useStateOf } from '../../state/state.ts'
import { useTab } from '../../tabs/use-tab.ts'
import { Empty } from '../../widgets/widgets.tsx'
import { shellTexts as texts } from '../shell.messages.ts'

const Notice = ({ code, title, text, values }: { code: number; title: Text; text: Text; values?: Values }): ReactNode => {
  const t = useT()
  return (
    <div className="ll-notice">
      <strong aria-hidden="true">{code}</strong>
      <h1>{t(title)}</h1>
      <p>{t(text, values)}</p>
      <button type="button" className="ll-button ll-button--primary" onClick={() => navigate('/')}>
        {t(texts.back)}
      </button>
    </div>
  )
}

export const NotFound = (): ReactNode => {
  const { query } = useStateOf(location)
  return <Notice code={404} title={texts.notFound} text={texts.notFoundText} values={{ path: query.from ?? '' }} />
}
export const Forbidden = (): ReactNode => <Notice code={403} title={texts.forbidden} text={texts.forbiddenText} />
export const Broken = (): ReactNode => <Notice code={500} title={texts.broken} text={texts.brokenText} />

/**
 * Shows a page of another site that the menu names (rule.menu.iframe). Only http addresses are
 * allowed; the frame's sandbox keeps it from this page.
 */
const Frame = (): ReactNode => {
  const t = useT()
  const { query, setTitle } = useTab()
  const { name = '', src = '' } = query
  useEffect(() => {
    if (name) setTitle(name)
  }, [name, setTitle])
  if (!/^https?:\/\//i.test(src)) return <Empty text={t(texts.frameRefused)} />
  return (
    <iframe
      className="ll-frame"
      title={name || src}
      src={src}
      sandbox="allow-scripts allow-forms allow-popups"
      referrerPolicy="no-referrer"
    />
  )
}

/** Pages without a tab, shown in place of a page that could not be shown. */
export const NOTICES: Readonly<Record<string, () => ReactNode>> = { '/404': NotFound, '/403': Forbidden, '/500': Broken }

export const systemPages: readonly Page[] = [
  definePage({ path: '/home', label: ['首页', 'Home'], bare: true, load: async () => (await import('../home-page.tsx')).HomePage }),
  definePage({ path: '/test/index', label: ['测试页', 'Test page'], load: async () => (await import('../test-page.tsx')).TestPage }),
  definePage({ path: '/myiframe/:routerPath', label: ['外部页面', 'External page'], tabBy: ['src'], load: async () => Frame }),
]
