import { Dialog, notify, useFormat, useT } from '@lamplight/console-kit'
import { DialogButtons, resourceOfDevices, useTypeLabel } from '@lamplight/console-kit/resource'
import { f } from '@lamplight/fields/model'
import { type FormEvent, useId, useMemo, useState } from 'react'
import { controllerType } from '../../model/index.ts'
import { ChosenField } from '../chosen-field.tsx'
import { M } from '../devices.messages.ts'
import { changeMembers } from './use-members.ts'

interface Props {
  readonly group: { readonly id: string; readonly groupName: string; readonly devType?: number | null }
  readonly onClose: () => void
}

/** Finds devices of the group's type by serial number and puts them into the group. */
export const MembersDialog = ({ group, onClose }: Props) => {
  const t = useT()
  const { number } = useFormat()
  const id = useId()
  const [ids, setIds] = useState<readonly string[]>([])
  const [wrong, setWrong] = useState('')
  const [busy, setBusy] = useState(false)
  const code = group.devType ?? controllerType.code
  const of = resourceOfDevices(code) ?? resourceOfDevices(controllerType.code)
  const label = useTypeLabel(of?.deviceCode ?? controllerType.code) ?? M.controllers
  const devices = useMemo(() => f.refs(of?.name ?? '', { label, hint: M.addHint }), [of?.name, label])
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
          field={devices}
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
