import './file.css'
import { pick, type Text } from '@lamplight/kit'
import { useState } from 'react'
import { type CellProps, useFieldHost, useFiles } from '../view-type.ts'
import { fileForm } from './forms.ts'
import { type FileOptions, type FileValue, linkOf } from './model.ts'

/** Larger pictures appear in lists only by name: a list would load the whole file for a small picture, bytes. */
const SMALL = 512 * 1024

const isPicture = ({ kind }: FileValue): boolean => fileForm(kind).picture === true

/** A small picture; for other files their kind. */
export const Thumb = ({ file, link }: { readonly file: FileValue; readonly link: string | null }) => {
  const url = useFiles().useUrl(isPicture(file) ? link : null, fileForm(file.kind).type)
  return (
    <span className="ll-f-thumb" data-picture={url !== null || undefined} aria-hidden="true">
      {url ? <img src={url} alt="" /> : file.kind}
    </span>
  )
}

/** Cell of a list: small pictures, name and size of a single file, or the number of files. */
export const FilesCell = ({ value, options }: CellProps<readonly FileValue[], FileOptions>) => {
  const { lang } = useFieldHost()
  const files = useFiles()
  const [first] = value ?? []
  if (!value || !first) return null
  const small = value.filter((file) => isPicture(file) && file.size <= SMALL).slice(0, 3)
  const words =
    value.length === 1 ? `${first.name} · ${files.bytes(first.size, lang)}` : pick([`${value.length}个文件`, `${value.length} files`], lang)
  return (
    <span className="ll-f-files-cell" title={value.map(({ name }) => name).join('\n')}>
      {small.map((file) => (
        <Thumb key={file.id} file={file} link={linkOf(options, file.id)} />
      ))}
      <span>{words}</span>
    </span>
  )
}

const SAVE: Text = ['下载', 'Download']
const CLOSE: Text = ['关闭', 'Close']

/** Dialog with the whole picture, its size, and a button that saves it. */
const Preview = ({ file, link, onClose }: { readonly file: FileValue; readonly link: string; readonly onClose: () => void }) => {
  const { lang } = useFieldHost()
  const files = useFiles()
  const url = files.useUrl(link, fileForm(file.kind).type)
  return (
    <files.Dialog
      title={file.name}
      onClose={onClose}
      className="ll-f-preview-box"
      footer={
        <>
          <button type="button" className="ll-button" onClick={() => files.save(link, file.name)}>
            {pick(SAVE, lang)}
          </button>
          <button type="button" className="ll-button ll-button--primary" onClick={onClose}>
            {pick(CLOSE, lang)}
          </button>
        </>
      }
    >
      <div className="ll-f-preview">{url && <img src={url} alt={file.name} />}</div>
      <p className="ll-f-file-facts">
        {file.width} × {file.height} · {files.bytes(file.size, lang)}
      </p>
    </files.Dialog>
  )
}

/** A file with its name and size. A click shows a picture, or saves another file. */
export const FileButton = ({ file, link }: { readonly file: FileValue; readonly link: string }) => {
  const { lang } = useFieldHost()
  const files = useFiles()
  const [open, setOpen] = useState(false)
  const picture = isPicture(file)
  const words: Text = picture ? [`查看${file.name}`, `Show ${file.name}`] : [`下载${file.name}`, `Download ${file.name}`]
  return (
    <>
      <button
        type="button"
        className="ll-f-file"
        aria-label={pick(words, lang)}
        onClick={() => (picture ? setOpen(true) : files.save(link, file.name))}
      >
        <Thumb file={file} link={link} />
        <span className="ll-f-file-words">
          <span className="ll-f-file-name">{file.name}</span>
          <span className="ll-f-file-facts">{files.bytes(file.size, lang)}</span>
        </span>
      </button>
      {open && <Preview file={file} link={link} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Files on the page of a row, each with preview or download. */
export const FilesDetail = ({ value, options }: CellProps<readonly FileValue[], FileOptions>) => {
  return (
    <ul className="ll-f-files">
      {(value ?? []).map((file) => (
        <li key={file.id}>
          <FileButton file={file} link={linkOf(options, file.id)} />
        </li>
      ))}
    </ul>
  )
}
