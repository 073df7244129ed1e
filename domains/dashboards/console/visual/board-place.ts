import { createContext, useContext } from 'react'
import type { WidgetData } from '../../model/widgets.ts'
import type { Source } from './use-visual.ts'

/** What widgets get from the board around them. */
export interface BoardPlace {
  /** Undefined in the editor: widgets then show no live map. */
  readonly source: Source | undefined
  readonly values: ReadonlyMap<string, WidgetData>
  readonly theme: string
  readonly projectId: string
}
export const BoardContext = createContext<BoardPlace>({ source: undefined, values: new Map(), theme: 'theme-dark', projectId: '' })
export const useBoardPlace = (): BoardPlace => useContext(BoardContext)
