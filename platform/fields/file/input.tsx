import { pick, type Text } from '@lamplight/kit'
import { type ChangeEvent, type DragEvent, useState } from 'react'
import { type InputProps, useFieldHost } from '../view-type.ts'
import { kindsOf } from './content-fault.ts'
import { FileButton } from './files.tsx'
import { fileForm } from './forms.ts'
import { bytesAtMost, type FileOptions, type FileValue, filesAtMost, linkOf, MEGABYTE } from './model.ts'
import { type Upload, useFileUploads } from './use-file-uploads.ts'

const NONE: readonly FileValue[] = []
const T = {
  choose: ['选择文件', 'Choose a file'],
  several: ['选择文件', 'Choose files'],
  shoot: ['拍照', 'Take a photo'],
  drop: ['或拖放到此处', 'or drop it here'],
  remove: ['移除', 'Remove'],
  stop: ['取消', 'Cancel'],
} as const satisfies Record<string, Text>

/** A file that is being uploaded, or the reason for its refusal. */
const Sending = ({ upload, onCancel }: { readonly upload: Upload; readonly onCancel: () => void }) => {
  const { lang } = useFieldHost()
  const label: Text = upload.error
    ? [`移除${upload.name}`, `Remove ${upload.name}`]
    : [`取消上传${upload.name}`, `Cancel the upload of ${upload.name}`]
  return (
    <li className="ll-f-file-row">
      <span className="ll-f-file-words">
        <span className="ll-f-file-name">{upload.name}</span>
        {upload.error ? (
          <span className="ll-f-file-error" role="alert">
            {upload.error}
          </span>
        ) : (
          <progress value={upload.share} aria-label={pick([`上传${upload.name}`, `Upload of ${upload.name}`], lang)} />
        )}
      </span>
      <button type="button" className="ll-button" aria-label={pick(label, lang)} onClick={onCancel}>
        {pick(upload.error ? T.remove : T.stop, lang)}
      </button>
    </li>
  )
}

/** Input for files: selected, dropped, or taken with a phone's camera. Each is uploaded at once and submitted with the form. */
export const FilesInput = ({
  id,
  name,
  value,
  onChange,
  onBlur,
  options,
  invalid,
  disabled,
  describedBy,
}: InputProps<readonly FileValue[], FileOptions>) => {
  const { lang } = useFieldHost()
  const [over, setOver] = useState(false)
  const { stored, uploads, room, add, remove, cancel } = useFileUploads({ name, options, value: value ?? NONE, onChange })
  const isFull = disabled || room <= 0
  const pictures = options.accept.every((kind) => fileForm(kind).picture)
  const accept = options.accept.flatMap((kind) => [fileForm(kind).type.split(';')[0], `.${kind}`]).join(',')
  const choose = (event: ChangeEvent<HTMLInputElement>): void => {
    add([...(event.target.files ?? [])])
    event.target.value = ''
  }
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    if (!isFull) add([...event.dataTransfer.files])
  }
  const most = filesAtMost(options)
  const number: Text = most > 1 ? [` · 最多${most}个`, ` · at most ${most}`] : ['', '']
  const limits = `${kindsOf(options, lang)} · ≤ ${bytesAtMost(options) / MEGABYTE} MB${pick(number, lang)}`
  return (
    // Dropping files needs a pointer; with the keyboard the buttons inside are used.
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping needs no role, and each other way is a button
    <div
      className="ll-f-files-input"
      data-over={over || undefined}
      data-invalid={invalid || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(!isFull)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {stored.length + uploads.length > 0 && (
        <ul className="ll-f-files">
          {stored.map((file) => (
            <li key={file.id} className="ll-f-file-row">
              <FileButton file={file} link={linkOf(options, file.id)} />
              <button
                type="button"
                className="ll-button"
                disabled={disabled}
                aria-label={pick([`移除${file.name}`, `Remove ${file.name}`], lang)}
                onClick={() => remove(file.id)}
              >
                {pick(T.remove, lang)}
              </button>
            </li>
          ))}
          {uploads.map((upload) => (
            <Sending key={upload.key} upload={upload} onCancel={() => cancel(upload.key)} />
          ))}
        </ul>
      )}
      <div className="ll-f-files-add">
        <span className="ll-button ll-f-files-choose" data-disabled={isFull || undefined}>
          <span aria-hidden="true">{pick(most > 1 ? T.several : T.choose, lang)}</span>
          <input
            id={id}
            type="file"
            accept={accept}
            multiple={most > 1}
            disabled={isFull}
            aria-invalid={invalid || undefined}
            aria-describedby={describedBy}
            onChange={choose}
            onBlur={onBlur}
          />
        </span>
        {pictures && (
          <span className="ll-button ll-f-files-choose ll-f-files-shoot" data-disabled={isFull || undefined}>
            <span aria-hidden="true">{pick(T.shoot, lang)}</span>
            <input type="file" accept={accept} capture="environment" disabled={isFull} aria-label={pick(T.shoot, lang)} onChange={choose} />
          </span>
        )}
        <small>
          <span className="ll-f-files-drop">{pick(T.drop, lang)} · </span>
          {limits}
        </small>
      </div>
    </div>
  )
}
