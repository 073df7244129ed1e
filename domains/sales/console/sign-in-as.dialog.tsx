import { signInAs, useT } from '@lamplight/console-kit'
import { FieldsDialog } from '@lamplight/console-kit/form'
import { salesUser } from '../model/people.resource.ts'
import { M } from './sales.messages.ts'

const { label, confirm, input } = salesUser.actions.signin

/** Dialog that asks for a reason, then signs in as the user. The salesperson's own session is stored for the return. */
export const SignInAsDialog = ({ user, onClose }: { readonly user: { id: string; name: string }; readonly onClose: () => void }) => {
  const t = useT()
  return (
    <FieldsDialog
      title={t(M.signInAsTitle, { name: user.name })}
      fields={input}
      button={t(label)}
      onSend={async ({ reason }) => {
        await signInAs(user.id, String(reason).trim())
        window.location.assign('/')
      }}
      onClose={onClose}
    >
      <p>{t(confirm)}</p>
    </FieldsDialog>
  )
}
