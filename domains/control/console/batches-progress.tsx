import { Dialog, useFormat, useT } from '@lamplight/console-kit'
import type { Text } from '@lamplight/kit'
import { BatchLink } from './batch-link.tsx'
import { C } from './command.messages.ts'
import { CommandProgress } from './command-progress.tsx'
import { DR } from './drift.messages.ts'
import type { MadeBatch } from './made-batch.ts'
import { RungBar } from './rung-bar.tsx'
import { useBatch } from './use-batch.ts'

const SHOWN = 8

const Line = ({ batchId }: { readonly batchId: string }) => {
  const { data } = useBatch(batchId)
  return (
    data && (
      <li>
        <BatchLink batch={data}>
          <RungBar counts={data} />
        </BatchLink>
      </li>
    )
  )
}

/** Progress of batches: the ladder of a single batch, or one line per batch. */
export const BatchesProgress = ({
  title,
  batches,
  onClose,
}: {
  readonly title: Text
  readonly batches: readonly MadeBatch[]
  readonly onClose: () => void
}) => {
  const t = useT()
  const { number } = useFormat()
  const [only] = batches
  if (!only) return null
  if (batches.length === 1) return <CommandProgress batchId={only.batchId} title={t(title)} onClose={onClose} />
  return (
    <Dialog
      title={t(title)}
      onClose={onClose}
      className="ll-command"
      footer={
        <button type="button" className="ll-button" onClick={onClose}>
          {t(C.close)}
        </button>
      }
    >
      <p>{t(DR.sent, { n: number(batches.reduce((sum, { total }) => sum + total, 0)) })}</p>
      <ul className="ll-param-batches">
        {batches.slice(0, SHOWN).map(({ batchId }) => (
          <Line key={batchId} batchId={batchId} />
        ))}
      </ul>
      {batches.length > SHOWN && <p className="ll-command__note">{t(DR.more, { n: number(batches.length - SHOWN) })}</p>}
    </Dialog>
  )
}
