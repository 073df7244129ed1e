import { Dialog, notify, useFormat, useT } from '@lamplight/console-kit'
import { DialogButtons } from '@lamplight/console-kit/resource'
import { f } from '@lamplight/fields/model'
import { type FormEvent, useId, useState } from 'react'
import { ChosenField } from './chosen-field.tsx'
import { M } from './devices.messages.ts'
import { changeMembers } from './use-members.ts'

const controllers = f.refs('lighting.controller', { label: M.controllers, hint: M.addHint })

/** Searches lamp controllers by serial number and adds them to a group. */
export const MembersDialog = ({ group, onClose }: { readonly group: { id: string; groupName: string }; readonly onClose: () => void }) => {
  const t = useT()
  const { number } = useFormat()
  const id = useId()
  const [ids, setIds] = useState<readonly string[]>([])
  const [wrong, setWrong] = useState('')
  const [busy, setBusy] = useState(false)
  const send = (event: FormEvent): void => {
    event.preventDefault()
    if (ids.length === 0) {
      setWrong(t(M.chooseDevices))
      return
    }
    setBusy(true)
    changeMembers('copy', { groupId: group.id, ids })
      .then(() => {
        notify.success(t(M.added, { n: number(ids.length) }))
        onClose()
      })
      .catch((thrown: Error) => setWrong(thrown.message))
      .finally(() => setBusy(false))
  }
  return (
    <Dialog
      title={t(M.addTitle, { group: group.groupName })}
      firm={busy}
      onClose={onClose}
      footer={
        <DialogButtons form={`${id}-form`} busy={busy} onCancel={onClose}>
          {ids.length > 0 ? t(M.addN, { n: number(ids.length) }) : t(M.addMembers)}
        </DialogButtons>
      }
    >
      <form id={`${id}-form`} noValidate onSubmit={send}>
        <ChosenField
          id={id}
          field={controllers}
          value={ids}
          wrong={wrong}
          onChange={(value) => {
            setIds((value as readonly string[] | null) ?? [])
            setWrong('')
          }}
        />
      </form>
    </Dialog>
  )
}
