import { api, hasPermission, useT } from '@lamplight/console-kit'

/** Name of a file with a download link. */
export const AttachName = ({ value, row }: { readonly value: string | null; readonly row: { readonly id: string } }) => {
  const t = useT()
  return (
    <>
      {value}{' '}
      {hasPermission('attach_download') && (
        <button
          type="button"
          className="ll-r-link"
          onClick={(event) => {
            event.preventDefault()
            event.stopPropagation()
            void api.download('blade-resource/attach/download', { id: row.id }, { name: value ?? row.id }).catch(() => undefined)
          }}
        >
          {t(['下载', 'Download'])}
        </button>
      )}
    </>
  )
}

const UNITS = ['B', 'kB', 'MB', 'GB'] as const
/** A file size: 1536 is shown as 1.5 kB. */
export const AttachSize = ({ value }: { readonly value: number | null }) => {
  const step = value ? Math.min(UNITS.length - 1, Math.floor(Math.log2(value) / 10)) : 0
  return <>{`${((value ?? 0) / 1024 ** step).toFixed(step > 0 ? 1 : 0)} ${UNITS[step]}`}</>
}
