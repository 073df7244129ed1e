import { Dialog, useT } from '@lamplight/console-kit'
import { type ActionDialogProps, DialogButtons } from '@lamplight/console-kit/resource'
import { useState } from 'react'
import type { backup } from '../model/backup.resource.ts'

/** Dialog that explains what an archive contains before the download; the browser then downloads it from an address that works once. */
export const DownloadDialog = ({ rows, submit, close }: ActionDialogProps<typeof backup, Record<never, never>>) => {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState('')
  const [row] = rows
  const take = async (): Promise<void> => {
    setBusy(true)
    setFailed('')
    try {
      const { link, name } = (await submit({})) as { link: string; name: string }
      const anchor = Object.assign(document.createElement('a'), { href: link, download: name })
      anchor.click()
      close()
    } catch (thrown) {
      setFailed(thrown instanceof Error ? thrown.message : String(thrown))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={t(['下载备份', 'Download the backup'])}
      onClose={close}
      firm={busy}
      footer={
        <DialogButtons focus busy={busy} onCancel={close} onOk={() => void take()}>
          {t(['下载', 'Download'])}
        </DialogButtons>
      }
    >
      <p>
        {t([
          '备份包含全部租户的数据和密钥。请只保存在安全的地方；下载会记入审计日志。',
          'The archive contains the data and keys of all tenants. Keep it in a safe place; the download is recorded in the audit log.',
        ])}
      </p>
      <p className="ll-r-reach">{row?.name}</p>
      {row?.isSealed !== true && (
        <p>
          {t([
            '此备份未加密：设置 BACKUP_PASSPHRASE 后的备份会加密。',
            'This backup is not encrypted. Backups made after BACKUP_PASSPHRASE is set are encrypted.',
          ])}
        </p>
      )}
      {failed && (
        <div className="ll-r-banner" role="alert" data-tone="bad">
          {failed}
        </div>
      )}
    </Dialog>
  )
}
