import { Empty, Link, navigate, useT, useTab } from '@lamplight/console-kit'
import { FieldsHost, LoadError, RowsSkeleton } from '@lamplight/console-kit/resource'
import { type ReactNode, useEffect } from 'react'
import { M } from './roadcabinets.messages.ts'
import { type BoardDetail, type ProductDetail, useBoard, useProduct } from './use-board.ts'

export interface LoadedBoard {
  readonly board: BoardDetail
  readonly product: ProductDetail
  readonly reload: () => Promise<unknown>
}
interface Props {
  /** Path of the page for a board of this kind. */
  readonly pathOf: (board: Pick<BoardDetail, 'kind'>) => string
  readonly children: (loaded: LoadedBoard) => ReactNode
}

/** Loads the board of the page. If the board is of another kind than the address, it goes to the address of this kind. */
const Loaded = ({ pathOf, children }: Props) => {
  const { query, path } = useTab()
  const board = useBoard(query.id)
  const product = useProduct(board.data?.productId)
  const kind = board.data?.kind
  const right = kind && pathOf({ kind })
  useEffect(() => {
    if (right && right.toLowerCase() !== path.toLowerCase()) navigate(right, query, { replace: true })
  }, [right, path, query])
  const failed = [board, product].find(({ isError }) => isError)
  if (failed) return <LoadError error={failed.error} at={0} onRetry={() => void failed.refetch()} />
  if (!board.data || !product.data) return <RowsSkeleton rows={8} cards={false} />
  return children({ board: board.data, product: product.data, reload: () => board.refetch() })
}

/** The board whose id is in the address, with its product. Without an id the page says where to choose one. */
export const BoardOfPage = (props: Props) => {
  const t = useT()
  const { query } = useTab()
  if (!query.id)
    return (
      <Empty title={t(M.noBoard)} text={t(M.chooseBoard)}>
        <Link to="/roadCabinet/board/index" className="ll-button">
          {t(M.boards)}
        </Link>
      </Empty>
    )
  return (
    <FieldsHost>
      <Loaded {...props} />
    </FieldsHost>
  )
}
