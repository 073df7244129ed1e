import { Link, StateMark, useFormat, useT } from '@lamplight/console-kit'
import { RungLadder, recordHref, useBatch } from '@lamplight/control/console'
import type { Text } from '@lamplight/kit'
import type { Published } from '../../server/publish/publication.ts'
import './preview.css'
import { V } from './preview.messages.ts'
import { PublicationApproval } from './second-person.tsx'

export const PUBLICATIONS = '/city/strategyCenter/publications'

const Record = ({ id, label }: { readonly id: string; readonly label: string }) => {
  const { data: batch } = useBatch(id)
  return (
    <li>
      <Link to={recordHref(id)}>{label}</Link>
      {batch && <RungLadder counts={batch} />}
    </li>
  )
}

/** What became of a publication: its command records with their live rungs, or that it awaits an approval. */
export const PublishedNote = ({ published, done = V.sent }: { readonly published: Published; readonly done?: Text }) => {
  const t = useT()
  const format = useFormat()
  const n = format.number(published.devices)
  const { batchIds } = published
  return (
    <div className="ll-st-published">
      <p>
        {published.state === 0 ? <StateMark tone="info" text={t(V.waits, { n })} /> : <StateMark tone="success" text={t(done, { n })} />}{' '}
        {published.state === 0 && <Link to={PUBLICATIONS}>{t(V.openPublications)}</Link>}
      </p>
      {published.state === 0 && <PublicationApproval needed />}
      {batchIds.length > 0 && (
        <ul>
          {batchIds.map((id, at) => (
            <Record key={id} id={id} label={batchIds.length === 1 ? t(V.batchId) : t(V.recordOf, { n: at + 1 })} />
          ))}
        </ul>
      )}
      {published.state === 1 && <p className="ll-st-hint">{t(V.sendingNote)}</p>}
    </div>
  )
}
