import { Dialog, notify, useFormat, useT } from '@lamplight/console-kit'
import { DialogButtons } from '@lamplight/console-kit/resource'
import { f } from '@lamplight/fields/model'
import { type FormEvent, useId, useState } from 'react'
import { ChosenField } from '../chosen-field.tsx'
import { M } from '../devices.messages.ts'
import { changeMembers } from './use-members.ts'

const groups = f.ref('devices.group', { label: M.group })

/** Adds devices to a group chosen by name. They stay in their other groups, or leave the group `from`. */
export const GroupDialog = ({
  deviceIds,
  from,
  onClose,
}: {
  readonly deviceIds: readonly string[]
  readonly from?: { readonly id: string; readonly name: string }
  readonly onClose: () => void
}) => {
  const t = useT()
  const { number } = useFormat()
  const id = useId()
  const [group, setGroup] = useState<string | null>(null)
  const [wrong, setWrong] = useState('')
  const [busy, setBusy] = useState(false)
  const n = number(deviceIds.length)
  const send = (event: FormEvent): void => {
    event.preventDefault()
    if (!group) {
      setWrong(t(M.chooseGroup))
      return
    }
    setBusy(true)
    changeMembers(from ? 'move' : 'copy', { groupId: group, ids: deviceIds, ...(from && { fromGroupId: from.id }) })
      .then(() => {
        notify.success(t(M.grouped, { n }))
        onClose()
      })
      .catch((thrown: Error) => setWrong(thrown.message))
      .finally(() => setBusy(false))
  }
  return (
    <Dialog
      title={t(from ? M.moveTitle : M.copyTitle, { n })}
      firm={busy}
      onClose={onClose}
      footer={
        <DialogButtons form={`${id}-form`} busy={busy} onCancel={onClose}>
          {t(from ? M.moveOk : M.copyOk, { n })}
        </DialogButtons>
      }
    >
      <form id={`${id}-form`} noValidate onSubmit={send}>
        <p>{from ? t(M.moveText, { group: from.name }) : t(M.copyText)}</p>
        <ChosenField
          id={id}
          field={groups}
          value={group}
          wrong={wrong}
          onChange={(value) => {
            setGroup(value as string | null)
            setWrong('')
          }}
        />
      </form>
    </Dialog>
  )
}
