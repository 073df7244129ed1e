import { api, confirm, isApiError, navigate, notify, useT, useTab, useUnsaved, withoutField } from '@lamplight/console-kit'
import { invalidate } from '@lamplight/console-kit/resource'
import { deviceType, type FormerProperties, retiredBy, type Thing, type ThingFault, thingFaults } from '@lamplight/devices/model'
import type { Text } from '@lamplight/kit'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { E } from './product.messages.ts'

export interface Port {
  readonly port: string
  readonly name: string
  readonly address?: string
  readonly enable: 0 | 1
}
export interface ProductDraft extends Thing {
  readonly unitProductCode: string
  readonly name: string
  readonly nameEn: string
  readonly category: string
  readonly interfaces: readonly Port[]
}
interface Product extends ProductDraft {
  readonly id: string
  readonly stored: FormerProperties
}
const NEW: ProductDraft = {
  unitProductCode: '',
  name: '',
  nameEn: '',
  category: '',
  interfaces: [],
  properties: [],
  functions: [],
  events: [],
}
const PATHS = {
  detail: 'blade-visual/integratedProduct/physical/detail',
  submit: 'blade-visual/integratedProduct/physical/submit',
} as const

/** A loaded product, or a new one without id. */
export const useProduct = (id: string | undefined) =>
  useQuery({
    queryKey: [deviceType.name, 'product', id],
    queryFn: ({ signal }) => api.get<Product>(PATHS.detail, { id: id ?? '' }, { signal, quiet: true }),
    enabled: id !== undefined,
    // An edited draft is not replaced by a newer answer.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** Faults of the parts that the thing model does not contain. */
const ownFaults = ({ unitProductCode, name, interfaces }: ProductDraft): readonly ThingFault[] => {
  const faults: ThingFault[] = []
  const add = (path: string, text: Text): void => void faults.push({ path, text })
  if (!/^[A-Za-z][A-Za-z0-9-]{0,39}$/.test(unitProductCode)) add('unitProductCode', unitProductCode ? E.pattern : E.wanted)
  if (name.trim() === '') add('name', E.wanted)
  for (const [at, { port, name: label }] of interfaces.entries()) {
    if (!/^[A-Za-z0-9._-]{1,40}$/.test(port)) add(`interfaces.${at}.port`, E.portPattern)
    else if (interfaces.findIndex((one) => one.port === port) < at) add(`interfaces.${at}.port`, ['重复', 'is used twice'])
    if (label.trim() === '') add(`interfaces.${at}.name`, E.wanted)
  }
  return faults
}

const draftOf = ({ id: _id, stored: _stored, ...draft }: Product): ProductDraft => draft

/** State of the editor: the draft, its faults by path after the first try to save, and the saving itself. */
export const useProductEditor = (product: Product | undefined, listPath: string) => {
  const t = useT()
  const tab = useTab()
  const start = useMemo(() => (product ? draftOf(product) : NEW), [product])
  const [draft, setDraft] = useState(start)
  const [tried, setTried] = useState(0)
  const [sending, setSending] = useState(false)
  const [refused, setRefused] = useState<{ readonly path: string; readonly text: string } | null>(null)
  const former = product?.stored
  const faults = useMemo(() => [...ownFaults(draft), ...thingFaults(draft, former)], [draft, former])
  const changed = draft !== start
  useUnsaved(changed && !sending)
  const shown = useMemo(() => {
    const texts = new Map<string, string>()
    if (tried > 0) for (const { path, text } of faults) if (!texts.has(path)) texts.set(path, t(text))
    if (refused && !texts.has(refused.path)) texts.set(refused.path, refused.text)
    return texts
  }, [faults, tried, refused, t])

  const set = (patch: Partial<ProductDraft>): void => {
    setRefused(null)
    setDraft((old) => ({ ...old, ...patch }))
  }
  const leave = (): void => {
    tab.close()
    navigate(listPath)
  }
  const send = async (): Promise<void> => {
    setSending(true)
    try {
      const { createTime: _c, updateTime: _u, devType: _d, ...body } = draft as ProductDraft & Record<string, unknown>
      await api.post(PATHS.submit, { body: { ...body, icon: draft.icon ?? '', ...(product && { id: product.id }) }, quiet: true })
      notify.success(E.saved)
      void invalidate(deviceType.name)
      void invalidate('products.interface')
      leave()
    } catch (thrown) {
      if (!isApiError(thrown)) throw thrown
      setRefused({
        path: (thrown.field ?? '').replace(/\[(\d+)\]/g, '.$1').replaceAll('/', '.'),
        text: withoutField(thrown.msg, thrown.field),
      })
      setTried((n) => n + 1)
    } finally {
      setSending(false)
    }
  }
  const save = async (): Promise<void> => {
    if (sending) return
    setTried((n) => n + 1)
    if (faults.length > 0) return
    const gone = former ? retiredBy(draft, former) : []
    const names = gone.map((name) => (former?.[name] ? t(former[name].label) : name)).join(t(['、', ', ']))
    if (gone.length > 0 && !(await confirm({ title: t(E.retireTitle), text: t(E.retireText, { names }), ok: t(E.retire), danger: true })))
      return
    await send()
  }
  return { draft, set, shown, tried, sending, changed, save, leave }
}
export type ProductEditor = ReturnType<typeof useProductEditor>
