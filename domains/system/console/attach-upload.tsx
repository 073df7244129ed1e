import { api, Icon, notify, usePermission, useT } from '@lamplight/console-kit'
import type { SlotProps } from '@lamplight/console-kit/resource'
import { useRef, useState } from 'react'

/** Button that uploads the selected files one after the other, then reloads the list. */
export const AttachUpload = ({ reload }: SlotProps) => {
  const t = useT()
  const may = usePermission('attach_upload')
  const input = useRef<HTMLInputElement>(null)
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
    <>
      <button type="button" className="ll-button" disabled={share !== null} onClick={() => input.current?.click()}>
        <Icon name="upload" size={16} />
        {share === null ? t(['上传', 'Upload']) : t([`上传中 ${Math.floor(share * 100)}%`, `Uploading ${Math.floor(share * 100)}%`])}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label={t(['选择文件', 'Choose files'])}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          if (files.length > 0) void send(files)
          event.target.value = ''
        }}
      />
    </>
  )
}
