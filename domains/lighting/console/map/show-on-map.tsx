import { Icon, usePermission, useT } from '@lamplight/console-kit'
import { type DetailPart, Link } from '@lamplight/console-kit/resource'
import type { ComponentProps } from 'react'
import { cityMap } from '../../model/pages.ts'
import { M } from './map.messages.ts'
import type { TargetKind } from './use-map-target.ts'

/** Map link on the page of a street, area, group, gateway or post. */
export const ShowOnMap = ({ row, kind }: ComponentProps<DetailPart> & { readonly kind: TargetKind }) => {
  const t = useT()
  if (!usePermission('lamp_view')) return null
  return (
    <p>
      <Link to={`${cityMap.path}?${kind}=${row.id}`} className="ll-button">
        <Icon name="map" size={16} />
        {t(M.showOnMap)}
      </Link>
    </p>
  )
}

/** Map link on the page of a device other than a lamp. */
export const DeviceOnMap = ({ row }: ComponentProps<DetailPart>) => {
  const t = useT()
  const may = usePermission('lamp_view')
  const hasPlace = row.location !== null && row.location !== undefined
  if (!may || !hasPlace) return null
  return (
    <p>
      <Link to={`${cityMap.path}?device=${row.id}`} className="ll-button">
        <Icon name="map" size={16} />
        {t(M.showOnMap)}
      </Link>
    </p>
  )
}
