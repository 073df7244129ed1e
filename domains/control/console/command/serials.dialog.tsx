import { Dialog, useFormat, useT } from '@lamplight/console-kit'
import { DialogButtons, FileButton } from '@lamplight/console-kit/resource'
import { useId, useState } from 'react'
import './command.css'
import '../params/matrix.css'
import { MX } from '../params/matrix.messages.ts'
import { MOST_SERIALS, serialsOf } from './serials.ts'

/** Asks for the serial numbers of devices: pasted, or the first column of a file. */
export const SerialsDialog = ({
  first,
  onUse,
  onClose,
}: {
  readonly first: readonly string[]
  readonly onUse: (sns: readonly string[]) => void
  readonly onClose: () => void
}) => {
  const t = useT()
  const { number } = useFormat()
  const id = useId()
  const [text, setText] = useState(first.join('\n'))
  const sns = serialsOf(text)
  const isFull = sns.length > MOST_SERIALS
  return (
    <Dialog
      title={t(MX.serials)}
      onClose={onClose}
      className="ll-command"
      footer={
        <DialogButtons form={`${id}-form`} busy={sns.length === 0 || isFull} onCancel={onClose}>
          {t(MX.serialsUse, { n: number(sns.length) })}
        </DialogButtons>
      }
    >
      <form
        id={`${id}-form`}
        className="ll-serials"
        onSubmit={(event) => {
          event.preventDefault()
          onUse(sns)
        }}
      >
        <p id={`${id}-about`}>{t(MX.serialsAbout)}</p>
        <textarea
          className="ll-f-input"
          aria-label={t(MX.serials)}
          aria-describedby={`${id}-about`}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {isFull && (
          <p role="alert" className="ll-command__warn">
            {t(MX.serialsMost, { n: number(MOST_SERIALS) })}
          </p>
        )}
        <FileButton accept=".csv,.txt,text/csv,text/plain" onFiles={([file]) => void file?.text().then(setText)}>
          {t(MX.serialsFile)}
        </FileButton>
      </form>
    </Dialog>
  )
}
