import { Dialog, useT } from '@lamplight/console-kit'
import { type ActionDialogProps, MakeDialog } from '@lamplight/console-kit/resource'
import { useId, useRef, useState } from 'react'
import type { gateway } from '../model/index.ts'
import './devices.css'
import { M } from './devices.messages.ts'

interface Made {
  readonly sn: string
  readonly secret: string
}

const Copied = ({ made, onClose }: { readonly made: Made; readonly onClose: () => void }) => {
  const t = useT()
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState(false)
  const copy = async (): Promise<void> => {
    box.current?.select()
    // Without TLS the browser offers no clipboard API: the text stays selected, so that Ctrl-C copies it.
    await navigator.clipboard?.writeText(made.secret).then(
      () => setCopied(true),
      () => undefined,
    )
  }
  return (
    <Dialog
      title={t(M.secretTitle, { sn: made.sn })}
      firm
      onClose={onClose}
      footer={
        <button type="button" className="ll-button ll-button--primary" onClick={onClose}>
          {t(M.saved)}
        </button>
      }
    >
      <p>{t(M.secretOnce)}</p>
      <dl className="ll-facts">
        <div>
          <dt>{t(M.user)}</dt>
          <dd>{made.sn}</dd>
        </div>
      </dl>
      <label className="ll-devices-label" htmlFor={id}>
        {t(M.secret)}
      </label>
      <div className="ll-devices-secret">
        <input ref={box} id={id} className="ll-f-input" readOnly value={made.secret} onFocus={(event) => event.target.select()} />
        <button type="button" className="ll-button" onClick={() => void copy()}>
          {t(copied ? M.copied : M.copy)}
        </button>
      </div>
    </Dialog>
  )
}

/** Makes a new secret for a gateway and shows it once. */
export const SecretDialog = (props: ActionDialogProps<typeof gateway, Record<never, never>>) => {
  const t = useT()
  return (
    <MakeDialog<Made>
      title={t(M.secretAsk, { sn: props.rows[0]?.sn ?? '' })}
      ok={t(M.secretOk)}
      danger
      props={props}
      made={(made) => <Copied made={made} onClose={props.close} />}
    >
      <p>{t(M.secretText)}</p>
    </MakeDialog>
  )
}
