import { useFormat, useT } from '@lamplight/console-kit'
import type { Text } from '@lamplight/kit'
import { isBelowFloor } from '../model/finding-words.ts'
import { KINDS } from '../model/strategy.resource.ts'
import type { Published } from '../server/publication.ts'
import { V } from './preview.messages.ts'
import { AffectedSummary, ModelNotes } from './preview-panel.tsx'
import { PublicationApproval } from './second-person.tsx'
import { SendDialog } from './send-dialog.tsx'
import type { Preview } from './use-preview.ts'

/** Words of the button that publishes a strategy of a kind to `n` devices. */
export const publishWords = (kind: number, n: number): Text => {
  if (n === 0) return V.publishNone
  return kind === KINDS.spray ? V.publishDevices : V.publish
}

/** Confirms a publication and names the affected devices. Below the floor of a road class it needs a reason. */
export const PublishDialog = ({
  name,
  kind,
  preview,
  changed,
  ...dialog
}: {
  readonly name: string
  readonly kind: number
  readonly preview: Preview
  /** The strategy is saved before it is sent. */
  readonly changed: boolean
  readonly onSend: (reason: string) => Promise<Published>
  readonly onClose: () => void
}) => {
  const t = useT()
  const format = useFormat()
  const isBelow = preview.findings.some(isBelowFloor)
  return (
    <SendDialog
      title={t(V.publishTitle, { name })}
      ok={t(publishWords(kind, preview.devices), { n: format.number(preview.devices) })}
      done={kind === KINDS.spray ? V.sentDevices : V.sent}
      needsReason={isBelow}
      hints={
        <>
          {changed && <p className="ll-st-hint">{t(V.saveFirst)}</p>}
          <p className="ll-st-hint">{t(V.undoHint)}</p>
        </>
      }
      {...dialog}
    >
      <PublicationApproval devices={preview.devices} needed={isBelow} />
      <AffectedSummary preview={preview} />
      <ModelNotes preview={preview} />
      {isBelow && (
        <p className="ll-r-banner" data-tone="warn">
          {t(V.reasonNeeded)}
        </p>
      )}
    </SendDialog>
  )
}
