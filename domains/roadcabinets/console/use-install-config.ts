import { api, notify, useUnsaved } from '@lamplight/console-kit'
import { useHistory } from '@lamplight/console-kit/canvas'
import { invalidate } from '@lamplight/console-kit/resource'
import { useMemo, useState } from 'react'
import { M } from './roadcabinets.messages.ts'
import type { ProductDetail } from './use-board.ts'

export interface UnitConfig {
  readonly unit: string
  readonly address: number
  readonly port: string
  readonly protocol: number
  readonly polling: number
}

/** State of the form of the default install configuration: a row for each unit of the product, and saving. */
export const useInstallConfig = (product: ProductDetail, reload: () => Promise<unknown>) => {
  const stored = useMemo(
    () =>
      product.units.map(
        ({ code }, at): UnitConfig =>
          product.install.find(({ unit }) => unit === code) ?? { unit: code, address: at + 1, port: 'RS485-1', protocol: 1, polling: 60 },
      ),
    [product],
  )
  const history = useHistory<readonly UnitConfig[]>(stored, JSON.stringify(product.install))
  const [saving, setSaving] = useState(false)
  const [wrong, setWrong] = useState('')
  useUnsaved(history.changed)
  const set = (unit: string, change: Partial<UnitConfig>): void =>
    history.change((before) => before.map((one) => (one.unit === unit ? { ...one, ...change } : one)))
  const save = async (): Promise<void> => {
    setSaving(true)
    setWrong('')
    try {
      const body = { id: product.id, install: history.value }
      await api.post('blade-visual/integratedProduct/defaultInstallConfig/submit', { body, quiet: true })
      history.keep()
      notify.success(M.saved)
      void invalidate('roadcabinets.product')
      await reload()
    } catch (thrown) {
      setWrong((thrown as Error).message)
    } finally {
      setSaving(false)
    }
  }
  return { history, set, save, saving, wrong }
}
