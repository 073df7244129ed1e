import { api, useT } from '@lamplight/console-kit'
import { Picker, type PickOption } from '@lamplight/fields/view'
import { useQuery } from '@tanstack/react-query'
import { code } from '../model/index.ts'

/** Input that selects a table of the data source selected above. */
export const TableInput = ({
  id,
  value,
  onChange,
  draft,
  invalid,
}: {
  readonly id: string
  readonly value: string | null
  readonly onChange: (value: string | null) => void
  readonly draft: { readonly datasourceId?: string | null }
  readonly invalid: boolean
}) => {
  const t = useT()
  const { datasourceId } = draft
  const { data, isFetching, error } = useQuery({
    queryKey: ['system.datasource', 'tables', datasourceId],
    queryFn: async ({ signal }): Promise<PickOption[]> => {
      const query = { datasourceId: datasourceId ?? '' }
      const tables = await api.get<readonly { tableName: string; comment: string }[]>('blade-develop/datasource/tables', query, {
        signal,
        quiet: true,
      })
      return tables.map(({ tableName, comment }) => ({ id: tableName, label: comment ? `${tableName} · ${comment}` : tableName }))
    },
    enabled: Boolean(datasourceId),
    retry: false,
  })
  return (
    <>
      <Picker
        id={id}
        label={t(code.fields.tableName.options.label)}
        options={data ?? []}
        chosen={value ? [value] : []}
        loading={isFetching}
        disabled={!datasourceId}
        invalid={invalid}
        placeholder={datasourceId ? t(['选择表', 'Choose a table']) : t(['先选择数据源', 'Choose a data source first'])}
        onChange={([chosen]) => onChange(chosen ?? null)}
      />
      {error && (
        <p className="ll-r-field-error" role="alert">
          {error.message}
        </p>
      )}
    </>
  )
}
