import { A } from '@lamplight/server-kit'

/** A dashboard as viewers get it: the content is JSON (`VisualContent`). */
export const BoardReturns = A.of({ id: A.id, title: A.text, width: A.int, height: A.int, version: A.int, content: A.text })

const Column = A.of({ code: A.text, name: A.text, unit: A.text, decimals: A.int, kind: A.text, link: A.text })
export const ColumnsReturns = A.list(Column)
/** Values of the widgets (`WidgetData`), and the published version, so that a wall notices a new one. */
export const DataReturns = A.of({
  at: A.time,
  version: A.int,
  values: A.list(A.of({ id: A.text, refused: A.yes, link: A.text, columns: ColumnsReturns, rows: A.list(A.list(A.any)) })),
})
