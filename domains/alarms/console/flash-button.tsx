import { api, Icon, notify, usePermission, useT } from '@lamplight/console-kit'
import { useState } from 'react'
import { M } from './alarms.messages.ts'

const CONTROLLER = 4

/** On the page of an alarm of a lamp: flashes the lamp for 30 s so that staff on the road finds it. */
export const FlashButton = ({ row }: { readonly row: object }) => {
  const t = useT()
  const may = usePermission('controller_identify')
  const [busy, setBusy] = useState(false)
  const { id, deviceType } = row as { readonly id: string; readonly deviceType?: number | string | null }
  if (!may || Number(deviceType) !== CONTROLLER) return null
  const flash = async (): Promise<void> => {
    setBusy(true)
    try {
      await api.post('blade-device/deviceFault/flashLight', { body: { id } })
      notify.success(M.flashing)
    } catch {
      // The client has shown why.
    } finally {
      setBusy(false)
    }
  }
  return (
    <p>
      <button type="button" className="ll-button" disabled={busy} onClick={() => void flash()}>
        <Icon name="lamp" size={16} />
        {t(M.flash)}
      </button>
    </p>
  )
}
