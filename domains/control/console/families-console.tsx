import { type Page, useT } from '@lamplight/console-kit'
import { consoleOf, type DetailTab, laterPages, onConsole } from '@lamplight/console-kit/resource'
import type { ParamFamilyDefinition, ResourceDefinition } from '@lamplight/kit'
import { lazy, Suspense } from 'react'
import { templateOf } from '../model/param-template.resource.ts'
import { P } from './param.messages.ts'
import { useDeviceParams } from './use-device-params.ts'

/** Function that loads parameter families, by permission prefix, when a page first needs them. */
type Families = () => Promise<Readonly<Record<string, ParamFamilyDefinition>>>

const DeviceParams = lazy(async () => ({ default: (await import('./device-params.tsx')).DeviceParams }))

/** The pages of the presets of parameter families. `links`: permission prefix → address. */
export const presetPages = (families: Families, links: Readonly<Record<string, string>>): Page[] =>
  Object.entries(links).flatMap(([code, link]) =>
    laterPages({
      code,
      link,
      label: P.preset,
      load: async () => {
        const family = (await families())[code]
        const template = family && templateOf(family)
        if (!template) throw new Error(`the family ${code} has no presets`)
        return consoleOf(template.name) ?? onConsole(template, { link })
      },
    }),
  )

/** The tab with parameter families on a device's page. */
export const paramsTab = <D extends ResourceDefinition>(families: Families): Readonly<Record<'params', DetailTab<D>>> => {
  const Body = ({ row }: { readonly row: object }) => {
    const { id, name, sn } = row as { readonly id: string; readonly name?: string; readonly sn?: string }
    return (
      <Suspense>
        <DeviceParams device={{ id, name: name || (sn ?? id) }} families={families} />
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
