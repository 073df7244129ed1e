import { Dialog, useT } from '@lamplight/console-kit'
import { type ActionDialogProps, MakeDialog } from '@lamplight/console-kit/resource'
import { useId } from 'react'
import type { client } from '../model/client.resource.ts'

interface Made {
  readonly clientId: string
  readonly clientSecret: string
}

const Secret = ({ made, onClose }: { readonly made: Made; readonly onClose: () => void }) => {
  const t = useT()
  const box = useId()
  return (
    <Dialog
      title={t(['{name} 的新密钥', 'New secret of {name}'], { name: made.clientId })}
      firm
      onClose={onClose}
      footer={
        <button type="button" className="ll-button ll-button--primary" onClick={onClose}>
          {t(['我已保存', 'I have saved it'])}
        </button>
      }
    >
      <p>{t(['密钥只显示这一次，请立即保存。', 'The secret is shown only this once; save it now.'])}</p>
      <label htmlFor={box}>{t(['密钥', 'Secret'])}</label>
      <input id={box} className="ll-f-input" readOnly value={made.clientSecret} onFocus={(event) => event.target.select()} />
    </Dialog>
  )
}

/** Dialog that generates a new secret of a client and shows it once. */
export const ClientSecretDialog = (props: ActionDialogProps<typeof client, Record<never, never>>) => {
  const t = useT()
  const name = props.rows[0]?.client ?? ''
  return (
    <MakeDialog<Made>
      title={t(['为 {name} 生成新密钥？', 'Generate a new secret for {name}?'], { name })}
      ok={t(['生成密钥', 'Generate secret'])}
      danger
      props={props}
      made={(made) => <Secret made={made} onClose={props.close} />}
    >
      <p>
        {t(['旧密钥立即失效，使用它的程序需改用新密钥。', 'The old secret stops working at once; programs that use it need the new one.'])}
      </p>
    </MakeDialog>
  )
}
