import { useFormat, useT } from '@lamplight/console-kit'
import { isBelowFloor } from '../model/finding-words.ts'
import { V } from './preview.messages.ts'
import { ModelNotes, Reach } from './preview-panel.tsx'
import type { Published } from './published.tsx'
import { SendDialog } from './send-dialog.tsx'
import type { Preview } from './use-preview.ts'

/** Confirms a publication with its reach. Below the floor of a road class it needs a reason. */
export const PublishDialog = ({
  name,
  preview,
  changed,
  ...dialog
}: {
  readonly name: string
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
      ok={t(preview.devices === 1 ? V.publishOne : V.publish, { n: format.number(preview.devices) })}
      needsReason={isBelow}
      hints={
        <>
          {changed && <p className="ll-st-hint">{t(V.saveFirst)}</p>}
          <p className="ll-st-hint">{t(V.undoHint)}</p>
        </>
      }
      {...dialog}
    >
      <Reach preview={preview} />
      <ModelNotes preview={preview} />
      {isBelow && (
        <p className="ll-r-banner" data-tone="warn">
          {t(V.reasonNeeded)}
        </p>
      )}
    </SendDialog>
  )
}
