import { api, confirm, notify, t, usePermission, useT } from '@lamplight/console-kit'
import { invalidate } from '@lamplight/console-kit/resource'
import { M } from './concentrator.messages.ts'

interface Switched {
  /** Name of the output or loop. */
  readonly what: string
  readonly concentrator: { readonly id: string; readonly name: string }
  /** Number of the lamps of a loop, and of those that are on. */
  readonly lamps?: { readonly lamps: number; readonly lampsOn: number }
  /** Call that switches it, below `blade-city/concentrator/manualctr`, and its parameters. */
  readonly path: 'do' | 'loop'
  readonly target: Readonly<Record<string, string | number>>
}

const send = async ({ what, concentrator, path, target, lamps }: Switched, on: boolean): Promise<void> => {
  const isSure = await confirm({
    title: t(on ? M.closeAsk : M.openAsk, { what }),
    text: [
      ...(lamps ? [t(M.loopLamps, { n: String(lamps.lamps), on: String(lamps.lampsOn) })] : []),
      t(on ? M.closeText : M.openText, { name: concentrator.name }),
    ].join(t(['', ' '])),
    ok: t(on ? M.close : M.openIt),
    danger: !on,
  })
  if (!isSure) return
  await api.post(`blade-city/concentrator/manualctr/${path}`, { body: { concentratorId: concentrator.id, ...target, on } }).then(
    () => {
      notify.success(M.sent)
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
