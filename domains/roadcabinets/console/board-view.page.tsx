import { api, Empty, Link, usePermission, useT, useTab } from '@lamplight/console-kit'
import { Canvas, CanvasPage } from '@lamplight/console-kit/canvas'
import { LoadError } from '@lamplight/console-kit/resource'
import { useQuery } from '@tanstack/react-query'
import { SCREEN, stageOf } from '../model/board-content.ts'
import { BoardOfPage, type LoadedBoard } from './board-of-page.tsx'
import { Widget } from './board-widgets.tsx'
import { M } from './roadcabinets.messages.ts'
import { type BoardDetail, contentOf, editHref, viewPath } from './use-board.ts'
import { useLiveCabinets } from './use-live-cabinets.ts'

interface Choice {
  readonly id: string
  readonly title: string
}
const MAX_CABINETS = 500

/** What the user can choose on the page: on a screen the groups of cabinets, on other boards the cabinets of the product. */
const useChoices = (board: BoardDetail) => {
  const isScreen = board.kind === SCREEN
  return useQuery({
    queryKey: [isScreen ? 'roadcabinets.group' : 'roadcabinets.cabinet', 'choices', board.productId],
    queryFn: async ({ signal }): Promise<readonly Choice[]> => {
      const path = isScreen ? 'blade-visual/cabinet/group/list' : 'blade-visual/cabinet/list'
      const filter = isScreen ? { size: MAX_CABINETS } : { size: MAX_CABINETS, productId: board.productId }
      const { records } = await api.get<{ records: readonly Readonly<Record<string, string>>[] }>(path, filter, { signal, quiet: true })
      return records.map((row) => ({ id: String(row.id), title: row.groupName ?? [row.sn, row.name].filter(Boolean).join(' ') }))
    },
  })
}

const Board = ({ board, product }: LoadedBoard) => {
  const t = useT()
  const { query, setQuery } = useTab()
  const mayEdit = usePermission('cabinet_board_edit')
  const mayInstall = usePermission('road_cabinet_add')
  const choices = useChoices(board)
  const isScreen = board.kind === SCREEN
  const name = isScreen ? 'groupId' : 'cabinetId'
  const chosen = query[name] ?? (isScreen ? '' : (choices.data?.[0]?.id ?? ''))
  const some = isScreen ? (chosen ? { groupId: chosen } : { productId: board.productId }) : chosen ? { ids: chosen } : null
  const live = useLiveCabinets(some)
  // A group may hold cabinets of several products; a board shows those of its own.
  const cabinets = (live.data ?? []).filter(({ productId }) => productId === board.productId)
  const items = contentOf(board).items
  return (
    <CanvasPage
      title={board.name}
      about={
        <select
          className="ll-f-input"
          aria-label={t(isScreen ? M.group : M.cabinet)}
          value={chosen}
          onChange={(event) => setQuery({ [name]: event.target.value })}
        >
          {isScreen && <option value="">{t(M.allCabinets)}</option>}
          {choices.data?.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      }
      actions={
        mayEdit && (
          <Link to={editHref(board)} className="ll-button">
            {t(M.edit)}
          </Link>
        )
      }
    >
      {live.isError && !live.data && <LoadError error={live.error} at={0} onRetry={() => void live.refetch()} />}
      {live.data?.length === 0 || (!isScreen && choices.data?.length === 0) ? (
        <Empty text={t(M.noCabinets)}>
          {mayInstall && (
            <Link to={`/roadCabinet/install/index?productId=${product.id}`} className="ll-button">
              {t(M.installOne)}
            </Link>
          )}
        </Empty>
      ) : items.length === 0 ? (
        <Empty text={t(M.emptyBoard)} />
      ) : (
        <Canvas stage={stageOf(board.kind)} items={items} label={board.name}>
          {(item) => <Widget item={item} product={product} cabinets={cabinets} />}
        </Canvas>
      )}
    </CanvasPage>
  )
}

/** A board with live values and commands (rt.cab.ViewPanel, rt.cab.CabinetScreen). */
export const BoardViewPage = () => <BoardOfPage pathOf={viewPath}>{(loaded) => <Board {...loaded} />}</BoardOfPage>
