import { type DragEvent, useState } from 'react'
import { useFormat } from '../../i18n/use-format.ts'
import { useT } from '../../i18n/use-t.ts'
import { Icon } from '../../widgets/icon.tsx'

/** Area to drop a file, or to select one. */
export const FileDrop = ({
  id,
  accept,
  file,
  onFile,
}: {
  id: string
  /** Accepted file extensions: `.csv,.geojson`. */
  accept: string
  file: File | null
  onFile: (file: File) => void
}) => {
  const t = useT()
  const { bytes } = useFormat()
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    const [dropped] = event.dataTransfer.files
    if (dropped) onFile(dropped)
  }
  return (
    <label
      className="ll-r-drop"
      htmlFor={id}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Icon name="upload" size={20} />
      {file ? (
        <strong>{`${file.name} · ${bytes(file.size)}`}</strong>
      ) : (
        <span>{t(['把文件拖到这里，或点击选择', 'Drop a file here, or click to choose one'])}</span>
      )}
      <small>{accept.replaceAll(',', ' ')}</small>
      <input
        id={id}
        type="file"
        className="ll-hidden"
        accept={accept}
        onChange={(event) => {
          const [chosen] = event.target.files ?? []
          if (chosen) onFile(chosen)
        }}
      />
    </label>
  )
}
