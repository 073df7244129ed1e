import { api, confirm, notify, type RecordOf, usePermission, useT } from '@lamplight/console-kit'
import { detailHref, invalidate, knownResource, Link, type RowColumn } from '@lamplight/console-kit/resource'
import type { bindingsRoute } from '../server/bindings.handler.ts'
import { X } from './accessory.messages.ts'
import { RecordPage } from './record-page.tsx'

type Row = RecordOf<typeof bindingsRoute>
/** By type (`BindingSource`): the resource of the row and of what it is bound to, the right, and the call that unbinds it, with the id of the other row. */
const TYPES = {
  1: [
    'lighting.controller',
    'devices.gateway',
    'controller_edit',
    (id: string) => api.put(`blade-city/controller/${id}`, { body: { gatewayId: '' } }),
  ],
  2: [
    'lighting.lamp',
    'lighting.controller',
    'lamp_edit',
    (id: string) => api.post('blade-city/lamp/submit', { body: { id, lampControlId: '' } }),
  ],
  3: ['lighting.lamp', 'lighting.post', 'lamp_edit', (id: string) => api.post('blade-city/lamp/submit', { body: { id, lampPostId: '' } })],
  4: [
    'lighting.lamp',
    'cabinets.concentrator',
    'concentrator_unbindlamps',
    (id: string, concentratorId: string) => api.post('blade-city/concentrator/unbind/lamps', { body: { concentratorId, lampIds: id } }),
  ],
  5: [
    'lighting.lamp',
    'cabinets.loop',
    'loop_unbind',
    (id: string, loopId: string) => api.post('blade-city/loop/lamps/unbind', { body: { id: loopId, lampIds: id } }),
  ],
  6: ['devices.group', 'cabinets.loop', 'loop_edit', null],
  7: [
    'cabinets.loop',
    'cabinets.concentrator',
    'loop_edit',
    (id: string) => api.post('blade-city/loop/submit', { body: { id, concentratorId: '', doNo: '', diNo: '' } }),
  ],
} as const

const of = ({ type }: Row) => TYPES[type as keyof typeof TYPES]

const Named = ({ resource, id, sn, name }: { resource: string; id: string; sn: string; name: string }) => (
  <span>
    <Link to={detailHref(knownResource(resource), id) ?? ''}>{sn}</Link> {name !== sn && name}
  </span>
)

const Unbind = ({ row, reload }: { readonly row: Row; readonly reload: () => void }) => {
  const t = useT()
  const [resource, , right, send] = of(row)
  const may = usePermission(right)
  const unbind = async (): Promise<void> => {
    const title = t(X.unbindAsk, { child: row.sn, parent: row.parentSn })
    if (!(await confirm({ title, text: t(X.unbindText), ok: t(X.unbind) }))) return
    await send?.(row.childId, row.parentId)
    notify.success(X.unbound)
    void invalidate(resource)
    reload()
  }
  if (!may || !send) return null
  return (
    <button type="button" className="ll-r-link" onClick={() => void unbind().catch(() => undefined)}>
      {t(X.unbind)}
    </button>
  )
}

/** Which rows of devices and lamps refer to each other, with the last change and the button that ends it. */
export const BindingPage = () => {
  const columns = (reload: () => void): readonly RowColumn<Row>[] => [
    {
      key: 'sn',
      label: X.sn,
      width: 230,
      cell: (row) => <Named resource={of(row)[0]} id={row.childId} sn={row.sn} name={row.name} />,
    },
    {
      key: 'parent',
      label: X.bound,
      width: 230,
      cell: (row) => <Named resource={of(row)[1]} id={row.parentId} sn={row.parentSn} name={row.parentName} />,
    },
    { key: 'operator', label: X.operator, width: 120, cell: (row) => row.updateUserName || '—' },
    { key: 'changed', label: X.changed, width: 170, cell: (row) => row.updateTime },
    { key: 'unbind', label: X.actions, width: 110, isPinned: true, cell: (row) => <Unbind row={row} reload={reload} /> },
  ]
  return (
    <RecordPage<typeof bindingsRoute>
      title={X.binding}
      about={X.bindingAbout}
      none={X.bindingNone}
      path="blade-city/bindInformation/page"
      filters={[
        {
          name: 'type',
          label: X.type,
          values: {
            1: X.byGateway,
            2: X.byController,
            3: X.byPost,
            4: X.byConcentrator,
            5: X.byLoop,
            6: X.groupByLoop,
            7: X.loopByConcentrator,
          },
        },
        { name: 'sn', label: X.sn },
      ]}
      columns={columns}
    />
  )
}
