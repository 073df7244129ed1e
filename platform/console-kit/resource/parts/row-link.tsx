import type { ReactNode } from 'react'
import { usePermission } from '../../session/menus.ts'
import { detailHref, knownResource } from '../known.ts'
import { Link } from './link.tsx'

interface Props {
  /** Name of the resource: `lighting.lamp`. */
  readonly resource: string
  readonly id: string | undefined
  readonly children: ReactNode
}
/** Link to the page of a row; plain text if there is none, or if the user has no right to see it. */
export const RowLink = ({ resource, id, children }: Props) => {
  const known = knownResource(resource)
  const may = usePermission(`${known?.code}_view`)
  const href = id && may && detailHref(known, id)
  return href ? <Link to={href}>{children}</Link> : children
}
