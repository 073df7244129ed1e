import { useT } from '@lamplight/console-kit'
import type { DetailTab } from '@lamplight/console-kit/resource'
import type { ResourceDefinition } from '@lamplight/kit'
import { lazy, Suspense } from 'react'
import { hasFamilies } from './families.ts'
import { P } from './param.messages.ts'
import { useDeviceParams } from './use-device-params.ts'

const DeviceParams = lazy(async () => ({ default: (await import('./device-params.tsx')).DeviceParams }))

/** The tab with the parameter families of a device type, with the number of differences beside its label. Without families there is no tab. */
export const paramsTab = (type: string): Readonly<{ params?: DetailTab<ResourceDefinition> }> => {
  if (!hasFamilies(type)) return {}
  const Body = ({ row }: { readonly row: object }) => {
    const { id, name, sn } = row as { readonly id: string; readonly name?: string; readonly sn?: string }
    return (
      <Suspense>
        <DeviceParams device={{ id, name: name || (sn ?? id) }} type={type} />
      </Suspense>
    )
  }
  const Badge = ({ row }: { readonly row: object }) => {
    const { data } = useDeviceParams((row as { readonly id: string }).id, false)
    const n = [...(data?.values() ?? [])].filter(({ drift }) => drift === 1).length
    const label = useT()(P.drifted, { n })
    return n > 0 ? (
      <b className="ll-r-count" title={label}>
        {n}
      </b>
    ) : null
  }
  return { params: { label: P.params, body: Body, badge: Badge } }
}
