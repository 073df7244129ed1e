import { Dialog, useFormat, useT } from '@lamplight/console-kit'
import type { ActionDialogProps } from '@lamplight/console-kit/resource'
import { useQuery } from '@tanstack/react-query'
import type { datasource } from '../model/datasource.resource.ts'

interface Tried {
  readonly version: string
  readonly database: string
  readonly tables: number
  readonly ms: number
}

/** Dialog that tests the connection at once and shows the answer or the reason of a failure. */
export const SourceTestDialog = ({ rows, submit, close }: ActionDialogProps<typeof datasource, Record<never, never>>) => {
  const t = useT()
  const { number } = useFormat()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['source-test', rows[0]?.id],
    queryFn: async () => (await submit({})) as Tried,
    retry: false,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  return (
    <Dialog
      title={t(['测试连接：{name}', 'Test of {name}'], { name: rows[0]?.name ?? '' })}
      onClose={close}
      footer={
        <>
          <button type="button" className="ll-button" disabled={isFetching} onClick={() => void refetch()}>
            {t(['再试一次', 'Try again'])}
          </button>
          <button type="button" className="ll-button ll-button--primary" onClick={close}>
            {t(['关闭', 'Close'])}
          </button>
        </>
      }
    >
      {isFetching && <p aria-live="polite">{t(['正在连接…', 'Connecting…'])}</p>}
      {error && !isFetching && (
        <div className="ll-r-banner" role="alert" data-tone="bad">
          {error.message}
        </div>
      )}
      {data && !error && !isFetching && (
        <>
          <div className="ll-r-banner" role="status" data-tone="good">
            {t(['连接成功，用时 {ms} 毫秒', 'Connected in {ms} ms'], { ms: number(data.ms) })}
          </div>
          <p>
            {t(
              ['PostgreSQL {version}，数据库 {database}，可读取 {n} 张表', 'PostgreSQL {version}, database {database}, {n} tables to read'],
              {
                version: data.version,
                database: data.database,
                n: number(data.tables),
              },
            )}
          </p>
        </>
      )}
    </Dialog>
  )
}
