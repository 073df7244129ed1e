import { type AnswerOf, api, Empty, useFormat, usePermission, useT } from '@lamplight/console-kit'
import { type RowColumn, RowTable, Waiting } from '@lamplight/console-kit/resource'
import { TYPED_SEND } from '@lamplight/devices/model'
import { StateMark } from '@lamplight/fields/view'
import { actionPermission } from '@lamplight/kit'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useMemo, useState } from 'react'
import { batch } from '../../model/batch.resource.ts'
import { PARAM_OP_TEXTS } from '../../model/param.ts'
import type { productParamsRoute } from '../../server/params/product-params.handler.ts'
import { DeviceCommandDialog } from '../command/lazy-device-command.ts'
import { P } from '../params/param.messages.ts'
import type { ConsoleKind } from './device-kinds.ts'
import type { DeviceRow } from './device-row.ts'
import { Y } from './typed.messages.ts'
import { valueWords } from './value-words.ts'

type Param = AnswerOf<typeof productParamsRoute>[number]
const EVERY_MS = 5000

/** Table of the parameters of a product device: wanted value, reported value, and a button that sets it. */
export const TypedParamsTab = ({ kind, row }: { readonly kind: ConsoleKind; readonly row: DeviceRow }) => {
  const t = useT()
  const format = useFormat()
  const [setting, setSetting] = useState<string | null>(null)
  const may = usePermission(actionPermission(kind.resource, TYPED_SEND))
  const query = useQuery({
    queryKey: ['control.batch', 'productParams', row.id],
    queryFn: ({ signal }) => api.get<typeof productParamsRoute>('blade-city/param/product', { deviceId: row.id }, { signal, quiet: true }),
    refetchInterval: EVERY_MS,
  })
  const columns = useMemo((): readonly RowColumn<Param>[] => {
    const words = ({ identifier }: Param, value: unknown) => {
      const property = kind.type.properties[identifier]
      return (property && valueWords(property, typeof value === 'boolean' ? Number(value) : value, { t, format })) ?? '—'
    }
    return [
      {
        key: 'name',
        label: Y.param,
        width: 160,
        cell: (one) => t(kind.type.properties[one.identifier]?.label ?? [one.identifier, one.identifier]),
      },
      { key: 'wanted', label: P.wanted, width: 120, cell: (one) => words(one, one.wanted) },
      {
        key: 'reported',
        label: Y.reported,
        width: 160,
        cell: (one) => (one.drift === 1 ? <StateMark tone="warn">{words(one, one.reported)}</StateMark> : words(one, one.reported)),
      },
      { key: 'at', label: Y.wantedAt, width: 184, cell: (one) => <time className="ll-f-number">{one.wantedAt || '—'}</time> },
      { key: 'by', label: batch.fields.account.options.label, width: 110, cell: (one) => one.account || '—' },
      {
        key: 'set',
        label: PARAM_OP_TEXTS.set,
        width: 90,
        cell: (one) =>
          may && (
            <button type="button" className="ll-r-link" onClick={() => setSetting(one.code)}>
              {t(PARAM_OP_TEXTS.set)}
            </button>
          ),
      },
    ]
  }, [kind, t, format, may])
  if (!query.data) return <Waiting query={query} rows={4} />
  if (query.data.length === 0) return <Empty text={t(Y.noParams)} />
  return (
    <>
      <RowTable columns={columns} rows={query.data} label={t(P.params)} keyOf={(one) => `${one.code} ${one.identifier}`} />
      <Suspense>
        {setting && (
          <DeviceCommandDialog
            kind={kind}
            action={setting}
            target={{ ids: [row.id] }}
            name={String(row.name || row.sn)}
            onClose={() => setSetting(null)}
          />
        )}
      </Suspense>
    </>
  )
}
