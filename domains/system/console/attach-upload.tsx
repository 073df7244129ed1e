import { api, notify, usePermission, useT } from '@lamplight/console-kit'
import { FileButton, type SlotProps } from '@lamplight/console-kit/resource'
import { useState } from 'react'

/** Button that uploads the selected files one after the other, then reloads the list. */
export const AttachUpload = ({ reload }: SlotProps) => {
  const t = useT()
  const may = usePermission('attach_upload')
  const [share, setShare] = useState<number | null>(null)
  if (!may) return null
  const send = async (files: readonly File[]): Promise<void> => {
    let done = 0
    setShare(0)
    try {
      for (const file of files) {
        const form = new FormData()
        form.set('file', file, file.name)
        await api.upload('blade-resource/oss/endpoint/put-file-attach', form, {
          onProgress: (part) => setShare((done + part) / files.length),
        })
        done += 1
      }
    } catch {
      // The API client has shown the refusal; files uploaded before it stay.
    }
    setShare(null)
    if (done > 0) {
      notify.success([`已上传 ${done} 个文件`, `${done} ${done === 1 ? 'file' : 'files'} uploaded`])
      reload()
    }
  }
  return (
    <FileButton multiple disabled={share !== null} onFiles={(files) => void send(files)}>
      {share === null ? t(['上传', 'Upload']) : t([`上传中 ${Math.floor(share * 100)}%`, `Uploading ${Math.floor(share * 100)}%`])}
    </FileButton>
  )
}
