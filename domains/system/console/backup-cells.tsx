import { useT } from '@lamplight/console-kit'
import { invalidate } from '@lamplight/console-kit/resource'
import { useEffect } from 'react'
import { BACKUP } from '../model/backup.resource.ts'
import { AttachSize } from './attach-cells.tsx'

const AGAIN_MS = 1500
const NOTHING = <span className="ll-f-none">{'—'}</span>

export const BackupSize = ({ value }: { readonly value: number | null }) => (value === null ? NOTHING : <AttachSize value={value} />)

/** A duration: 830 ms, 12.4 s, 3 min 20 s. */
export const BackupTime = ({ value }: { readonly value: number | null }) => {
  if (value === null) return NOTHING
  if (value < 1000) return <>{`${value} ms`}</>
  const seconds = value / 1000
  return <>{seconds < 60 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`}</>
}

export const BackupProgress = ({ value, row }: { readonly value: number | null; readonly row: { readonly status?: number | null } }) => {
  const t = useT()
  const open = row.status === BACKUP.waiting || row.status === BACKUP.running
  // The first push about a backup may arrive before its row is in the list, so the list is polled while a backup is open.
  useEffect(() => {
    if (!open) return
    const timer = setInterval(() => void invalidate('system.backup'), AGAIN_MS)
    return () => clearInterval(timer)
  }, [open])
  if (row.status !== BACKUP.running) return NOTHING
  return (
    <progress className="ll-system-progress" max={100} value={value ?? 0} aria-label={t(['进度', 'Progress'])} title={`${value ?? 0} %`} />
  )
}

/** The reason of a failure, which is stored in both languages: `磁盘空间不足 / the disk is full`. */
export const BackupReason = ({ value }: { readonly value: string | null }) => {
  const t = useT()
  if (!value) return NOTHING
  const [zh = value, en = zh] = value.split(' / ')
  return <>{t([zh, en])}</>
}
