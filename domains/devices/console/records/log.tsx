import { useFormat, useT } from '@lamplight/console-kit'
import { type ColumnProps, detailHref, knownResource, Link, onConsole } from '@lamplight/console-kit/resource'
import { deviceLog } from '../../model/device-log.listing.ts'

type Log = typeof deviceLog
const nothing = <span className="ll-f-none">{'—'}</span>

/** Serial number of the device of an entry, with a link to its page. */
const LogDevice = ({ row: { sn, deviceId, resource } }: ColumnProps<Log, 'sn'>) => {
  if (!sn) return nothing
  const href = deviceId && resource ? detailHref(knownResource(resource), deviceId) : null
  return href ? <Link to={href}>{sn}</Link> : sn
}

/** What an entry says: the command, or the changed fields. */
const LogDetails = ({ row: { text, count, deviceId, changes } }: ColumnProps<Log, 'changes'>) => {
  const t = useT()
  const { number } = useFormat()
  if (text) return (count ?? 0) > 1 && !deviceId ? t(['{text}，{n} 台', '{text}, {n} device{n:s}'], { text, n: number(count ?? 0) }) : text
  if (!changes || changes.length === 0) return nothing
  const words = changes.map(({ label, before, after }) => `${label}: ${before || '—'} → ${after || '—'}`).join(t(['；', '; ']))
  return <span title={words}>{words}</span>
}

export const log = onConsole(deviceLog, { labels: false, columns: { sn: LogDevice, changes: LogDetails } })
