import { Age, useFormat, useNow, useT } from '@lamplight/console-kit'
import type { ReactNode } from 'react'
import { D } from './device.messages.ts'
import './status-line.css'

/** Status line of a device's page: age of its last report, its faults and since when, then `children`. */
export const DeviceStatusLine = ({
  name = '',
  reportedAt,
  staleMs,
  faults,
  since,
  children,
}: {
  /** Name of the device, if the page's heading does not show it. */
  readonly name?: string
  /** Epoch ms, or a wire time; null if the device has never reported. */
  readonly reportedAt: number | string | null
  readonly staleMs: number
  readonly faults: readonly string[]
  /** Epoch ms */
  readonly since: number | null
  readonly children?: ReactNode
}) => {
  const t = useT()
  const format = useFormat()
  const now = useNow()
  return (
    <div className="ll-status-line">
      {name && <b>{name}</b>}
      {reportedAt !== null && (
        <small>
          {t(D.reported)} <Age at={reportedAt} staleMs={staleMs} />
        </small>
      )}
      {faults.length > 0 && (
        <p className="ll-status-line__fault" role="status">
          <b>{t(D.faults, { list: faults.join(t(D.comma)) })}</b>
          {since !== null && (
            <span>{t(D.faultSince, { at: format.time(since, 'minute'), span: format.duration((now - since) / 1000) })}</span>
          )}
        </p>
      )}
      {children && <span className="ll-status-line__links">{children}</span>}
    </div>
  )
}
