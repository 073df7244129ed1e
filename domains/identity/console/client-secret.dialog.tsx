import { Dialog, useT } from '@lamplight/console-kit'
import { type ActionDialogGiven, DialogButtons } from '@lamplight/console-kit/resource'
import { useId, useState } from 'react'
import type { client } from '../model/client.resource.ts'

interface Made {
  readonly clientId: string
  readonly clientSecret: string
}

/** Makes a new secret for a client and shows it, once. */
export const ClientSecretDialog = ({ rows, submit, close }: ActionDialogGiven<typeof client, Record<never, never>>) => {
  const t = useT()
  const box = useId()
  const [made, setMade] = useState<Made | null>(null)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState('')
  const name = rows[0]?.client ?? ''
  const make = (): void => {
    setBusy(true)
    submit({})
      .then((answer) => setMade(answer as Made))
      .catch((thrown: Error) => setFailed(thrown.message))
      .finally(() => setBusy(false))
  }
  if (made)
    return (
      <Dialog
        title={t(['{name} 的新密钥', 'New secret of {name}'], { name: made.clientId })}
        firm
        onClose={close}
        footer={
          <button type="button" className="ll-button ll-button--primary" onClick={close}>
            {t(['我已保存', 'I have saved it'])}
          </button>
        }
      >
        <p>{t(['密钥只显示这一次，请立即保存。', 'It is shown this once; save it now.'])}</p>
        <label htmlFor={box}>{t(['密钥', 'Secret'])}</label>
        <input id={box} className="ll-f-input" readOnly value={made.clientSecret} onFocus={(event) => event.target.select()} />
      </Dialog>
    )
  return (
    <Dialog
      title={t(['为 {name} 生成新密钥?', 'Make a new secret for {name}?'], { name })}
      firm={busy}
      onClose={close}
      footer={
        <DialogButtons danger busy={busy} onCancel={close} onOk={make}>
          {t(['生成密钥', 'Make it'])}
        </DialogButtons>
      }
    >
      {failed && (
        <div className="ll-r-banner" role="alert" data-tone="bad">
          {failed}
        </div>
      )}
      <p>
        {t(['旧密钥立即失效，使用它的程序需改用新密钥。', 'The old secret stops working at once; programs that use it need the new one.'])}
      </p>
    </Dialog>
  )
}
