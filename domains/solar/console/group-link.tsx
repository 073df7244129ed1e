import { Link, usePermission, useT } from '@lamplight/console-kit'
import { solarLampType } from '../model/solar-lamp.device.ts'
import { S } from './solar.messages.ts'

/** On the page of a group of solar lamps: its list, where commands go to all of them. */
export const GroupLink = ({ row }: { readonly row: Readonly<Record<string, unknown>> }) => {
  const t = useT()
  const may = usePermission('solar_lamp_view')
  if (!may || Number(row.devType) !== solarLampType.code) return null
  return (
    <Link to={`/sun/device/index?groupId=${String(row.id)}`} className="ll-button">
      {t(S.group)}
    </Link>
  )
}
