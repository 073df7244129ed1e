import { useT } from '@lamplight/console-kit'
import { type DetailTab, onConsole, type ResourceConsole } from '@lamplight/console-kit/resource'
import type { ParamFamilyDefinition, ResourceDefinition } from '@lamplight/kit'
import { lazy, Suspense } from 'react'
import { templateOf } from '../model/index.ts'
import { P } from './param.messages.ts'

const DeviceParams = lazy(async () => ({ default: (await import('./device-params.tsx')).DeviceParams }))

/** The pages of the presets of parameter families. */
export const familiesConsole = (families: readonly ParamFamilyDefinition[]): ResourceConsole[] =>
  families.flatMap((family) => {
    const template = templateOf(family)
    return template && family.template ? [onConsole(template, { link: family.template.page })] : []
  })

/** The tab of a device's page with its parameter families. */
export const paramsTab = (families: readonly ParamFamilyDefinition[]): Readonly<Record<'params', DetailTab<ResourceDefinition>>> => {
  const Body = ({ row }: { readonly row: object }) => {
    const t = useT()
    const { id, name, sn } = row as { readonly id: string; readonly name?: string; readonly sn?: string }
    return (
      <Suspense fallback={<p>{t(['加载中…', 'Loading…'])}</p>}>
        <DeviceParams device={{ id, name: name || (sn ?? id) }} families={families} />
      </Suspense>
    )
  }
  return { params: { label: P.params, body: Body } }
}
