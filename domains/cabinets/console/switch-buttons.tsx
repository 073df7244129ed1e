import { api, confirm, notify, t, usePermission, useT } from '@lamplight/console-kit'
import { invalidate } from '@lamplight/console-kit/resource'
import { M } from './concentrator.messages.ts'

interface Switched {
  /** Name of the output or loop. */
  readonly what: string
  readonly concentrator: { readonly id: string; readonly name: string }
  /** Call that switches it, below `blade-city/concentrator/manualctr`, and its parameters. */
  readonly path: 'do' | 'loop'
  readonly target: Readonly<Record<string, string | number>>
}

const send = async ({ what, concentrator, path, target }: Switched, on: boolean): Promise<void> => {
  const isSure = await confirm({
    title: t(on ? M.closeAsk : M.openAsk, { what }),
    text: t(on ? M.closeText : M.openText, { name: concentrator.name }),
    ok: t(on ? M.close : M.openIt),
    danger: !on,
  })
  if (!isSure) return
  await api.post(`blade-city/concentrator/manualctr/${path}`, { body: { concentratorId: concentrator.id, ...target, on } }).then(
    () => {
      notify.success(t(M.sent))
      void invalidate('control.batch')
    },
    () => undefined,
  )
}

/** Buttons that close or open an output or a loop, for users with the right. Each asks before. */
export const SwitchButtons = (one: Switched) => {
  const t = useT()
  if (!usePermission('concentrator_output')) return null
  return (
    <span className="ll-cabinets-buttons">
      <button type="button" className="ll-r-link" onClick={() => void send(one, true)}>
        {t(M.close)}
      </button>
      <button type="button" className="ll-r-link" data-danger onClick={() => void send(one, false)}>
        {t(M.openIt)}
      </button>
    </span>
  )
}
