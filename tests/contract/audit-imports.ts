import { exampleId } from '@lamplight/kit'
import { eventually } from '@lamplight/testing'
import type { Make, Stage, World } from './audit-stage.ts'
import { type Stand, textWith } from './examples.ts'

const counter = Array.from({ length: 10_000 }, (_, n) => n + 1).values()
const next = (): number => counter.next().value ?? 0
export const KINDS = {
  lamp: 'blade-city/lamp',
  controller: 'blade-city/controller',
  install: 'blade-city/cityLampInstall',
} as const
type Kind = keyof typeof KINDS
/** Returns serial numbers for an import file that no other import used. */
const numbers = (): Stand => ({ 'A-0001': `A-W${next()}`, LC000001: `LC-W${next()}` })
export const uploaded = async (world: World, kind: Kind): Promise<string> => {
  const base = `/api/${KINDS[kind]}/import`
  const sample = world.product.registry.routes.find(({ method, path }) => method === 'POST' && path === base)?.example?.file ?? ''
  const form = new FormData()
  form.append('file', new Blob([textWith(sample, numbers())]), 'devices.csv')
  const sent = await world.admin.call('POST', `${base}/upload`, { body: form })
  const { data, msg } = (await sent.json()) as { data?: { uploadId: string }; msg: string }
  if (!data) throw new Error(msg)
  const seen = await world.admin.post(`${base}/preview`, { uploadId: data.uploadId, projectId: world.known.row('places.project') })
  if (seen.code !== 200) throw new Error(seen.msg)
  return data.uploadId
}
export const imports = (kind: Kind): Record<string, Make> => {
  const base = `/api/${KINDS[kind]}/import`
  const stand = (id: string): Stage => ({ stand: { [exampleId(`lighting.import.${kind}`)]: id } })
  const draft: Make = async (world) => stand(await uploaded(world, kind))
  return {
    [`POST ${base}`]: () => ({ stand: numbers() }),
    [`POST ${base}/upload`]: () => ({ stand: numbers() }),
    [`GET ${base}/detail`]: draft,
    [`GET ${base}/places`]: draft,
    [`POST ${base}/inspect`]: draft,
    [`POST ${base}/preview`]: draft,
    [`POST ${base}/run`]: draft,
    [`POST ${base}/discard`]: draft,
    [`POST ${base}/undo`]: async (world) => {
      const uploadId = await uploaded(world, kind)
      await world.admin.post(`${base}/run`, { uploadId })
      await eventually(async () => {
        const { data } = await world.admin.get<{ phase: string }>(`${base}/detail`, { uploadId })
        return data.phase === 'ended'
      })
      return stand(uploadId)
    },
  }
}
