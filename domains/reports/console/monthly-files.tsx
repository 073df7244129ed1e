import { api, Icon, useT } from '@lamplight/console-kit'
import type { Row, Text } from '@lamplight/kit'
import { MONTHLY_FORMATS, type monthly } from '../model/monthly.resource.ts'
import './reports.css'

export type MonthlyRow = Row<typeof monthly>
const LANGS = { zh: ['中文', 'Chinese'], en: ['英文', 'English'] } as const satisfies Record<string, Text>

/** The stored files of a monthly report. */
export const MonthlyFiles = ({ row }: { readonly row: MonthlyRow }) => {
  const t = useT()
  if (!row.files) return '—'
  return (
    <span className="ll-reports-files">
      {(Object.keys(LANGS) as (keyof typeof LANGS)[]).flatMap((lang) =>
        MONTHLY_FORMATS.map((format) => (
          <button
            key={`${lang} ${format}`}
            type="button"
            className="ll-r-link"
            onClick={(event) => {
              event.stopPropagation()
              void api
                .download('blade-report/monthly/file', { id: row.id, lang, format }, { name: `${row.month}.${format}` })
                .catch(() => undefined)
            }}
          >
            <Icon name="download" size={14} />
            {`${t(LANGS[lang])} ${format.toUpperCase()}`}
          </button>
        )),
      )}
    </span>
  )
}
