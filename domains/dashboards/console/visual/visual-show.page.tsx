import { api, Empty, Link, PageHeader, usePageName, usePermission, useT, useTab } from '@lamplight/console-kit'
import { CanvasPage } from '@lamplight/console-kit/canvas'
import { LoadError, Waiting } from '@lamplight/console-kit/resource'
import type { WireRow } from '@lamplight/fields/model'
import { useQuery } from '@tanstack/react-query'
import type { visual } from '../../model/visual.resource.ts'
import { BoardViewer } from './board-viewer.tsx'
import { BASE, editHref, showHref } from './use-visual.ts'
import { V } from './visual.messages.ts'
import './visual.css'

type Row = WireRow<typeof visual>
const LIST = '/visual/largeScreen/list'
const SIZE = 100

const Cards = () => {
  const t = useT()
  const name = usePageName(t(V.show))
  const mayEdit = usePermission('visual_board_edit')
  const query = useQuery({
    queryKey: ['dashboards.visual', 'published'],
    queryFn: async ({ signal }) =>
      (await api.get<{ records: readonly Row[] }>(`${BASE}/list`, { status: 1, size: SIZE }, { signal, quiet: true })).records,
  })
  return (
    <div className="ll-canvas-page">
      <PageHeader title={name} about={t(V.showAbout)}>
        {mayEdit && (
          <Link to={LIST} className="ll-button">
            {t(V.manage)}
          </Link>
        )}
      </PageHeader>
      {!query.data && <Waiting query={query} rows={6} />}
      {query.data?.length === 0 && <Empty text={t(V.nonePublished)} />}
      <ul className="ll-visual-cards">
        {query.data?.map(({ id, title, width, height, shared }) => (
          <li key={id}>
            <Link to={showHref(id)}>
              <b>{title}</b>
            </Link>
            <small>
              {t(V.size, { w: width, h: height })}
              {shared === 1 && ` · ${t(V.public)}`}
            </small>
            <span className="ll-visual-links">
              <Link to={showHref(id)}>{t(V.view)}</Link>
              <a href={`/screen?id=${id}`} target="_blank" rel="noreferrer">
                {t(V.wall)}
              </a>
              {mayEdit && <Link to={editHref(id)}>{t(V.design)}</Link>}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

const Player = ({ id }: { readonly id: string }) => {
  const t = useT()
  const mayEdit = usePermission('visual_board_edit')
  return (
    <CanvasPage
      bare
      about={
        <Link to="/visual/largeScreen" className="ll-button">
          {t(V.back)}
        </Link>
      }
      actions={
        mayEdit && (
          <Link to={editHref(id)} className="ll-button">
            {t(V.design)}
          </Link>
        )
      }
    >
      <BoardViewer source={{ id }} failed={(error) => <LoadError error={error} at={0} onRetry={() => window.location.reload()} />} />
    </CanvasPage>
  )
}

/** The published dashboards, and one of them with live values (rt.visual.largeScreen). */
export const VisualShowPage = () => {
  const { query } = useTab()
  return query.id ? <Player key={query.id} id={query.id} /> : <Cards />
}
