import { api, Empty, StateMark, useFormat, usePermission, useT } from '@lamplight/console-kit'
import { invalidate, type RowColumn, RowLink, RowTable, Waiting } from '@lamplight/console-kit/resource'
import type { WireRow } from '@lamplight/fields/model'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { loraModule } from '../model/lora-module.resource.ts'
import type { whiteList } from '../model/white-list.resource.ts'
import { M } from './lora.messages.ts'

const MAX_MODULES = 1000
const IN_EFFECT = 2

type Module = WireRow<typeof loraModule>
type Entry = WireRow<typeof whiteList>
/** A module of the gateway, an entry of its white list, or both. */
interface Line {
  readonly sn: string
  readonly module?: Module | undefined
  readonly entry?: Entry | undefined
}

const useLines = (loraId: string) =>
  useQuery({
    queryKey: ['lora.whiteList', 'of', loraId],
    refetchInterval: 15_000,
    queryFn: async ({ signal }): Promise<readonly Line[]> => {
      const query = { loraId, current: 1, size: MAX_MODULES }
      const [modules, entries] = await Promise.all([
        api.get<{ records: readonly Module[] }>('blade-city/lora/module/list', query, { signal, quiet: true }),
        api.get<{ records: readonly Entry[] }>('blade-city/lora/whitelist/list', query, { signal, quiet: true }),
      ])
      const listed = new Map(entries.records.map((entry) => [entry.moduleSn, entry]))
      const known = new Set(modules.records.map(({ sn }) => sn))
      return [
        ...modules.records.map((module) => ({ sn: module.sn, module, entry: listed.get(module.sn) })),
        ...entries.records.filter(({ moduleSn }) => !known.has(moduleSn)).map((entry) => ({ sn: entry.moduleSn, entry })),
      ]
    },
  })

const Allowed = ({ entry }: Pick<Line, 'entry'>) => {
  const t = useT()
  if (!entry) return <StateMark tone="neutral" text={t(M.notListed)} />
  return (
    <StateMark tone={entry.status === IN_EFFECT ? 'success' : 'warning'} text={t(entry.status === IN_EFFECT ? M.inEffect : M.pending)} />
  )
}

/** Adds a module to the white list of the gateway, or removes it; the server sends the list to the gateway. */
const Change = ({ line, loraId }: { readonly line: Line; readonly loraId: string }) => {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const { entry, sn } = line
  const may = usePermission(entry ? 'lora_whitelist_delete' : 'lora_whitelist_add')
  if (!may) return null
  const change = async () => {
    setBusy(true)
    try {
      if (entry) await api.post('blade-city/lora/whitelist/del', { body: { ids: entry.id } })
      else await api.post('blade-city/lora/whitelist/add', { body: { moduleSn: sn, loraId } })
      await invalidate('lora.whiteList')
    } catch {
      // The API client shows the refusal.
    } finally {
      setBusy(false)
    }
  }
  return (
    <button type="button" className="ll-button ll-button--small" disabled={busy} onClick={() => void change()}>
      {t(entry ? M.remove : M.allow)}
    </button>
  )
}

/** Modules behind a LoRa gateway with their signal, and whether its white list admits them. */
export const GatewayModules = ({ row: { id: loraId } }: { readonly row: { readonly id: string } }) => {
  const t = useT()
  const { number } = useFormat()
  const query = useLines(loraId)
  const columns = useMemo((): readonly RowColumn<Line>[] => {
    const value = (one: Module['rssi'] | undefined, unit: string) =>
      one === undefined || one === null || one === '' ? '—' : `${number(Number(one))} ${unit}`
    return [
      {
        key: 'sn',
        label: M.module,
        width: 220,
        cell: ({ sn, module }) => (
          <RowLink resource="lora.module" id={module?.id}>
            {sn}
          </RowLink>
        ),
      },
      { key: 'name', label: M.name, width: 180, cell: ({ module }) => (module ? module.name || '—' : t(M.unknown)) },
      { key: 'rssi', label: M.rssi, width: 110, align: 'right', cell: ({ module }) => value(module?.rssi, 'dBm') },
      { key: 'snr', label: M.snr, width: 100, align: 'right', cell: ({ module }) => value(module?.snr, 'dB') },
      { key: 'allowed', label: M.whiteList, width: 130, cell: ({ entry }) => <Allowed entry={entry} /> },
      { key: 'change', label: M.actions, width: 110, isPinned: true, cell: (line) => <Change line={line} loraId={loraId} /> },
    ]
  }, [t, number, loraId])
  const { data } = query
  if (!data) return <Waiting query={query} rows={6} />
  if (data.length === 0) return <Empty text={t(M.noModules)} />
  const listed = data.filter(({ entry }) => entry).length
  return (
    <section aria-label={t(M.modules)}>
      <p>{listed === 0 ? t(M.open) : t(M.closed, { n: number(listed) })}</p>
      <RowTable columns={columns} rows={data} label={t(M.modules)} keyOf={({ sn }) => sn} />
    </section>
  )
}
