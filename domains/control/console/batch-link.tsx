import { Link, useT } from '@lamplight/console-kit'
import type { ReactNode } from 'react'
import type { BatchSummary } from '../model/index.ts'
import { affectedWords, commandWords } from './batch-words.ts'

export const RECORDS = '/city/controlCenter/commandRecord/index'
/** Address of the page of a command record. */
export const recordHref = (id: string): string => `${RECORDS}/details?id=${id}`

type Linked = Pick<BatchSummary, 'id' | 'command' | 'level' | 'commandText' | 'deviceType' | 'targetKind' | 'targetText' | 'total'>

/** A command in one line, `调光 30% · 城东区 · 1,446 盏`, linked to its record. The link contains `children` below the text. */
export const BatchLink = ({ batch, children }: { readonly batch: Linked; readonly children?: ReactNode }) => {
  const t = useT()
  return (
    <Link to={recordHref(batch.id)}>
      <span className="ll-batch-link">{`${commandWords(batch, t)} · ${affectedWords(batch, t)}`}</span>
      {children}
    </Link>
  )
}
