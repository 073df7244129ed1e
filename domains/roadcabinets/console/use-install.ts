import { type AnswerOf, api, navigate, notify, useFormat, useT, useTab } from '@lamplight/console-kit'
import { invalidate } from '@lamplight/console-kit/resource'
import { useState } from 'react'
import type { cabinetInstall } from '../server/install.handler.ts'
import { M } from './roadcabinets.messages.ts'

const MAX_CABINETS = 100
interface Row {
  readonly sn: string
  readonly name: string
}
interface Values {
  readonly productId: string
  readonly gatewayId: string
  readonly projectId: string
  readonly areaId: string
  readonly prefix: string
  readonly first: number
  readonly count: number
}

/** Rows with the serial numbers that follow from prefix, first number and number of cabinets. Names are empty. */
const proposed = ({ prefix, first, count }: Values): readonly Row[] =>
  Array.from({ length: Math.max(1, Math.min(MAX_CABINETS, Math.trunc(count) || 1)) }, (_, at) => {
    const number = String((Math.trunc(first) || 1) + at)
    return { sn: `${prefix}${number.padStart(4, '0')}`, name: '' }
  })

/** State of the form of the installation: the shared values, a row for each cabinet, and the call. */
export const useInstall = () => {
  const t = useT()
  const { number } = useFormat()
  const { query } = useTab()
  const [values, setValues] = useState<Values>(() => ({
    productId: query.productId ?? '',
    gatewayId: '',
    projectId: '',
    areaId: '',
    prefix: 'CAB-',
    first: 1,
    count: 1,
  }))
  /** Changes of the user in single rows, by index of the row. */
  const [own, setOwn] = useState<Readonly<Record<number, Partial<Row>>>>({})
  const [wrong, setWrong] = useState<{ readonly row: number | null; readonly text: string } | null>(null)
  const [busy, setBusy] = useState(false)
  const rows = proposed(values).map((row, at) => ({ ...row, ...own[at] }))
  const set = (change: Partial<Values>): void => {
    setValues((old) => ({ ...old, ...change }))
    setWrong(null)
  }
  const send = async (): Promise<void> => {
    const missing = !values.productId ? M.productId : values.gatewayId ? null : M.gatewayId
    if (missing) return setWrong({ row: null, text: t(M.wanted, { what: t(missing) }) })
    setBusy(true)
    setWrong(null)
    const { productId, gatewayId, projectId, areaId } = values
    try {
      const { count } = await api.post<AnswerOf<typeof cabinetInstall>>('blade-visual/cabinet/install', {
        body: { productId, gatewayId, projectId: projectId || null, areaId: areaId || null, cabinets: rows },
        quiet: true,
      })
      notify.success(t(M.installed, { n: number(count) }))
      void invalidate('roadcabinets.cabinet')
      navigate('/roadCabinet/cabinet/index')
    } catch (thrown) {
      const { field, message } = thrown as Error & { readonly field?: string }
      const [, at] = /^cabinets\.(\d+)/.exec(field ?? '') ?? []
      setWrong({ row: at === undefined ? null : Number(at), text: message })
    } finally {
      setBusy(false)
    }
  }
  return {
    values,
    set,
    rows,
    setRow: (at: number, change: Partial<Row>) => setOwn((old) => ({ ...old, [at]: { ...old[at], ...change } })),
    wrong,
    busy,
    send,
  }
}
