import { api, confirm, notify, usePermission, useT } from '@lamplight/console-kit'
import { detailHref, invalidate, knownResource, Link } from '@lamplight/console-kit/resource'
import type { Row } from '@lamplight/kit'
import { binding } from '../model/binding.listing.ts'
import { X } from './accessory.messages.ts'

type Binding = Row<typeof binding>
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
const of = ({ type }: Binding) => TYPES[type as keyof typeof TYPES]

type Text = string | null | undefined
const Named = ({ resource, id, sn, name }: { resource: string; id: Text; sn: Text; name: Text }) => (
  <span>
    <Link to={detailHref(knownResource(resource), id ?? '') ?? ''}>{sn}</Link> {name !== sn && name}
  </span>
)
export const Child = ({ row }: { readonly row: Binding }) => <Named resource={of(row)[0]} id={row.childId} sn={row.sn} name={row.name} />
export const Parent = ({ row }: { readonly row: Binding }) => (
  <Named resource={of(row)[1]} id={row.parentId} sn={row.parentSn} name={row.parentName} />
)

export const Unbind = ({ row }: { readonly row: Binding }) => {
  const t = useT()
  const [resource, , right, send] = of(row)
  const may = usePermission(right)
  const unbind = async (): Promise<void> => {
    const title = t(X.unbindAsk, { child: row.sn ?? '', parent: row.parentSn ?? '' })
    if (!(await confirm({ title, text: t(X.unbindText), ok: t(X.unbind) }))) return
    await send?.(row.childId ?? '', row.parentId ?? '')
    notify.success(X.unbound)
    void invalidate(resource)
    void invalidate(binding.name)
  }
  if (!may || !send) return null
  return (
    <button type="button" className="ll-r-link" onClick={() => void unbind().catch(() => undefined)}>
      {t(X.unbind)}
    </button>
  )
}
