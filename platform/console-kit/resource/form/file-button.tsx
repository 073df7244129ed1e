import { type DragEvent, type ReactNode, useId, useState } from 'react'
import { Icon } from '../../widgets/icon.tsx'

/** Button that selects files; files can also be dropped on it. The browser's own file input has texts in the language of the browser. */
export const FileButton = ({
  accept,
  multiple = false,
  disabled = false,
  onFiles,
  children,
}: {
  /** Accepted types: `.csv,text/csv`. */
  readonly accept?: string
  readonly multiple?: boolean
  readonly disabled?: boolean
  /** Called with at least one file; with one file unless `multiple`. */
  readonly onFiles: (files: readonly File[]) => void
  readonly children: ReactNode
}) => {
  const id = useId()
  const [over, setOver] = useState(false)
  const take = (list: FileList | null): void => {
    const files = [...(list ?? [])].slice(0, multiple ? undefined : 1)
    if (files.length > 0 && !disabled) onFiles(files)
  }
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  return (
    <label
      className="ll-button ll-r-file"
      htmlFor={id}
      data-over={over || undefined}
      aria-disabled={disabled || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Icon name="upload" size={16} />
      {children}
      <input
        id={id}
        type="file"
        className="ll-hidden"
        accept={accept}
        multiple={multiple}
        disabled={disabled}
        onChange={(event) => {
          take(event.target.files)
          // The same file can be chosen again.
          event.target.value = ''
        }}
      />
    </label>
  )
}
