import { api, Icon, Link, notify, usePermission, useT } from '@lamplight/console-kit'
import { invalidate } from '@lamplight/console-kit/resource'
import { ReplaceButton } from '@lamplight/devices/console'
import { LAMP_CONTROLLER, mayReplace } from '@lamplight/devices/model'
import { useState } from 'react'
import { alarm } from '../model/alarm.resource.ts'
import './alarms.css'
import { M } from './alarms.messages.ts'

const MAP = '/city/map/index'

interface Row {
  readonly id: string
  readonly sn?: string | null
  readonly deviceId?: string | null
  readonly deviceType?: number | string | null
}

/** Button that makes the lamp flash for 30 s, so that staff on the road can find it. */
const FlashButton = ({ id }: Pick<Row, 'id'>) => {
  const t = useT()
  const [busy, setBusy] = useState(false)
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
    <button type="button" className="ll-button" disabled={busy} onClick={() => void flash()}>
      <Icon name="lamp" size={16} />
      {t(M.flash)}
    </button>
  )
}

/** Buttons on the page of an alarm for staff on the road: flash the lamp, show it on the map, replace its device. */
export const AlarmSteps = ({ row }: { readonly row: object }) => {
  const t = useT()
  const mayFlash = usePermission('controller_identify')
  const maySee = usePermission('lamp_view')
  const { id, sn, deviceId, deviceType } = row as Row
  const isLamp = Number(deviceType) === LAMP_CONTROLLER
  return (
    <div className="ll-al-steps">
      {mayFlash && isLamp && <FlashButton id={id} />}
      {maySee && isLamp && deviceId && (
        <Link to={`${MAP}?lamp=${deviceId}`} className="ll-button">
          <Icon name="map" size={16} />
          {t(M.lampOnMap)}
        </Link>
      )}
      {mayReplace(Number(deviceType)) && deviceId && sn && (
        <ReplaceButton sn={sn} label={M.replace} onDone={() => void invalidate(alarm.name)} />
      )}
    </div>
  )
}
