import type { ReactNode } from 'react'
import { detailHref, knownResource } from '../known.ts'
import { Link } from './link.tsx'

interface Props {
  /** Name of the resource: `lighting.lamp`. */
  readonly resource: string
  readonly id: string | undefined
  readonly children: ReactNode
}
/** Link to the page of a row; plain text if there is none. */
export const RowLink = ({ resource, id, children }: Props) => {
  const href = id && detailHref(knownResource(resource), id)
  return href ? <Link to={href}>{children}</Link> : children
}
