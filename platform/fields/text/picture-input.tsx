import { pick, type Text } from '@lamplight/kit'
import { useRef, useState } from 'react'
import { type InputProps, useFieldHost } from '../view-type.ts'
import type { TextOptions } from './model.ts'
import { Picture } from './picture.tsx'

const LOST: Text = ['图片无法显示', 'The picture cannot be shown']

/** Input for the address of a picture. Users who may upload also have a button that uploads a picture and fills in its address. */
export const PictureInput = ({ id, value, onChange, onBlur, invalid, disabled, describedBy, options }: InputProps<string, TextOptions>) => {
  const { lang, useUpload } = useFieldHost()
  const upload = useUpload()
  const file = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const send = async (chosen: File): Promise<void> => {
    setBusy(true)
    // The console shows the reason of a refused upload; the address does not change.
    const link = await upload?.(chosen).catch(() => null)
    setBusy(false)
    if (link) onChange(link)
  }
  const [zh, en] = busy ? ['上传中…', 'Uploading…'] : ['上传图片', 'Upload picture']
  return (
    <div className="ll-f-picture-input">
      {value && <Picture link={value} otherwise={pick(LOST, lang)} />}
      <input
        id={id}
        className="ll-f-input"
        autoComplete="off"
        value={value ?? ''}
        onBlur={onBlur}
        disabled={disabled}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        aria-required={options.required}
        onChange={(event) => onChange(event.target.value || null)}
      />
      {upload && (
        <>
          <button
            type="button"
            className="ll-button"
            disabled={disabled || busy}
            onClick={() => file.current?.click()}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault()
              const [dropped] = event.dataTransfer.files
              if (dropped && !disabled && !busy) void send(dropped)
            }}
          >
            {lang === 'zh' ? zh : en}
          </button>
          <input
            ref={file}
            type="file"
            hidden
            accept="image/png,image/jpeg,image/gif,image/webp"
            onChange={(event) => {
              const [chosen] = event.target.files ?? []
              if (chosen) void send(chosen)
              event.target.value = ''
            }}
          />
        </>
      )}
    </div>
  )
}
