import { Age, type AnswerOf, api, confirm, Empty, notify, PageHeader, Segments, usePermission, useT, useTab } from '@lamplight/console-kit'
import {
  DeviceStateMark,
  FieldsHost,
  invalidate,
  knownResource,
  RefFilter,
  type RowColumn,
  RowLink,
  RowTable,
  Waiting,
} from '@lamplight/console-kit/resource'
import { GatewayChildren, ReplaceDialog } from '@lamplight/devices/console'
import { type gateway, mayReplace, REPLACE_RIGHT } from '@lamplight/devices/model'
import type { mountRoute } from '@lamplight/devices/server'
import type { Row } from '@lamplight/kit'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import './equipment.css'
import { M } from './equipment.messages.ts'

/** The registered and unregistered devices of a gateway, and a button that reboots it. */
const OfGateway = ({ id }: { readonly id: string }) => {
  const t = useT()
  const may = usePermission('gateway_reboot')
  const query = useQuery({
    queryKey: ['devices.gateway', 'detail', id],
    queryFn: ({ signal }) => api.get<Row<typeof gateway>>('blade-device/gateway/detail', { id }, { signal, quiet: true }),
  })
  const { data: row } = query
  if (!row) return <Waiting query={query} rows={6} />
  const reboot = async (): Promise<void> => {
    const { sn } = row
    if (!(await confirm({ title: t(M.rebootTitle, { sn }), text: t(M.rebootText), ok: t(M.reboot), danger: true }))) return
    await api.post('blade-device/gateway/reboot', { body: { gwSns: [sn] } })
    notify.success(M.rebootSent)
    void invalidate('control.batch')
  }
  return (
    <>
      <div className="ll-equipment-bar">
        <RowLink resource="devices.gateway" id={row.id}>
          {row.name || row.sn}
        </RowLink>
        {may && (
          <button type="button" className="ll-button" onClick={() => void reboot().catch(() => undefined)}>
            {t(M.reboot)}
          </button>
        )}
      </div>
      <Suspense>
        <GatewayChildren row={row} />
      </Suspense>
    </>
  )
}

type Mounted = AnswerOf<typeof mountRoute>[number]
const ReplaceButton = ({ row, onOpen }: { readonly row: Mounted; readonly onOpen: (sn: string) => void }) => {
  const t = useT()
  const known = knownResource(row.resource)
  const may = usePermission(REPLACE_RIGHT)
  if (!may || !mayReplace(known?.deviceCode) || !row.sn) return null
  return (
    <button type="button" className="ll-button ll-button--small" onClick={() => onOpen(row.sn)}>
      {t(M.replace)}
    </button>
  )
}

/** The devices on a pole, each with a button that replaces it. */
const OfPole = ({ id }: { readonly id: string }) => {
  const t = useT()
  const [replacing, setReplacing] = useState<string | null>(null)
  const query = useQuery({
    queryKey: ['equipment', 'mounted', id],
    queryFn: ({ signal }) =>
      api.get<typeof mountRoute>('blade-device/device/lamp_post/mount_device', { lampPostId: id }, { signal, quiet: true }),
    refetchInterval: 30_000,
  })
  const columns: readonly RowColumn<Mounted>[] = [
    {
      key: 'sn',
      label: M.sn,
      width: 190,
      cell: (row) => (
        <RowLink resource={row.resource} id={row.id}>
          {row.sn || row.name || row.id}
        </RowLink>
      ),
    },
    { key: 'type', label: M.type, width: 130, cell: ({ label }) => label },
    { key: 'name', label: M.name, width: 190, cell: ({ name }) => name || '—' },
    { key: 'state', label: M.state, width: 120, cell: (row) => <DeviceStateMark state={row.currentControllerStatus} /> },
    { key: 'reported', label: M.reported, width: 130, cell: ({ reportedAt }) => <Age at={reportedAt || null} /> },
    { key: 'action', label: M.action, width: 100, isPinned: true, cell: (row) => <ReplaceButton row={row} onOpen={setReplacing} /> },
  ]
  if (!query.data) return <Waiting query={query} rows={6} />
  return (
    <>
      {query.data.length === 0 ? (
        <Empty text={t(M.noMounted)} />
      ) : (
        <RowTable columns={columns} rows={query.data} label={t(M.mounted)} keyOf={(row) => `${row.resource} ${row.id}`} />
      )}
      {replacing && (
        <Suspense>
          <ReplaceDialog
            sn={replacing}
            onClose={() => {
              setReplacing(null)
              void query.refetch()
            }}
          />
        </Suspense>
      )}
    </>
  )
}

const Children = () => {
  const t = useT()
  const { query: place, setQuery } = useTab()
  const { gatewayId = '', lampPostId = '' } = place
  const kind = place.of === 'pole' || (lampPostId && !gatewayId) ? 'pole' : 'gateway'
  return (
    <div className="ll-r-page">
      <PageHeader title={t(M.children)} about={t(M.childrenAbout)} />
      <search className="ll-r-search">
        <Segments
          label={t(M.of)}
          value={kind}
          options={[
            { value: 'gateway', label: t(M.gateway) },
            { value: 'pole', label: t(M.pole) },
          ]}
          onChange={(of) => setQuery({ of, gatewayId: '', lampPostId: '' })}
        />
        {kind === 'gateway' ? (
          <RefFilter
            key="gateway"
            to="devices.gateway"
            wire="gatewayId"
            label={M.gateway}
            value={gatewayId}
            onChange={(id) => setQuery({ gatewayId: id })}
          />
        ) : (
          <RefFilter
            key="pole"
            to="lighting.post"
            wire="lampPostId"
            label={M.pole}
            value={lampPostId}
            onChange={(id) => setQuery({ of: 'pole', lampPostId: id })}
          />
        )}
      </search>
      {kind === 'gateway' ? (
        gatewayId ? (
          <OfGateway key={gatewayId} id={gatewayId} />
        ) : (
          <Empty text={t(M.chooseGateway)} />
        )
      ) : lampPostId ? (
        <OfPole key={lampPostId} id={lampPostId} />
      ) : (
        <Empty text={t(M.choosePole)} />
      )}
    </div>
  )
}

/** Devices of the gateway (registered or not) or of the pole that the address of the tab names. */
export const ChildDevicePage = () => (
  <FieldsHost>
    <Children />
  </FieldsHost>
)
