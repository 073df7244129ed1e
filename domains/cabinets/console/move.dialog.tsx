import { api, Dialog, notify, useFormat, useT } from '@lamplight/console-kit'
import { DialogButtons, invalidate } from '@lamplight/console-kit/resource'
import { viewOf } from '@lamplight/fields/view'
import { inSentence } from '@lamplight/kit'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { MOVES, type MoveKind, type MovePlan } from '../model/move.ts'
import './cabinets.css'
import { COUNTED, type Moved, V } from './move.messages.ts'

const KINDS = Object.keys(MOVES) as MoveKind[]
const PATH = 'blade-city/lamp/move'

/** What a move changes, read before it happens. */
const Plan = ({ plan, what }: { readonly plan: MovePlan; readonly what: Moved }) => {
  const t = useT()
  const { number } = useFormat()
  const said = COUNTED[what]
  if (plan.lamps === 0 && plan.left === 0) return <p role="status">{t(V.same)}</p>
  return (
    <section className="ll-r-banner" role="status" aria-label={t(V.changes)}>
      <strong>{t(V.changes)}</strong>
      <ul className="ll-cabinets-plan">
        {plan.from.map(({ name, lamps }) => (
          <li key={name ?? ''}>{t(said.line, { from: name ?? t(V.nowhere), to: plan.to, n: number(lamps) })}</li>
        ))}
        {plan.effects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
        {plan.left > 0 && <li>{t(said.left, { n: number(plan.left) })}</li>}
      </ul>
    </section>
  )
}

interface Props {
  readonly what: Moved
  readonly ids: readonly string[]
  readonly onClose: (moved: boolean) => void
}

/** Dialog that moves lamps, or controllers with their lamps, to another loop, area, project or gateway. It lists what changes before the move. */
export const MoveDialog = ({ what, ids, onClose }: Props) => {
  const t = useT()
  const { number } = useFormat()
  const form = useId()
  const [to, setTo] = useState<MoveKind>(what === 'lampIds' ? 'loop' : 'gateway')
  const [target, setTarget] = useState<string | null>(null)
  const [wrong, setWrong] = useState('')
  const [busy, setBusy] = useState(false)
  const field = MOVES[to]
  const { Input } = viewOf(field)
  const body = { to, id: target, [what]: ids }
  const plan = useQuery({
    queryKey: ['cabinets.move', body],
    enabled: target !== null,
    queryFn: ({ signal }) => api.get<MovePlan>(`${PATH}/plan`, { to, id: target ?? '', [what]: ids.join(',') }, { signal, quiet: true }),
  })
  const move = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    // The dialog also opens above the form of a row, which must not be sent.
    event.stopPropagation()
    if (!target) return setWrong(t(V.needTarget))
    if (plan.data?.lamps === 0) return setWrong(t(V.nothing))
    setBusy(true)
    try {
      const { count } = await api.post<{ count: number }>(PATH, { body })
      notify.success(t(COUNTED[what].moved, { n: number(count) }))
      for (const resource of ['lighting.lamp', 'lighting.controller', 'cabinets.loop', 'cabinets.supply']) void invalidate(resource)
      onClose(true)
    } catch (thrown) {
      setWrong((thrown as Error).message)
      setBusy(false)
    }
  }
  const n = number(plan.data?.lamps ?? ids.length)
  return (
    <Dialog
      title={t(COUNTED[what].title, { n: number(ids.length) })}
      firm={busy}
      onClose={() => onClose(false)}
      footer={
        <DialogButtons form={form} busy={busy} onCancel={() => onClose(false)}>
          {plan.data?.lamps === 0 ? t(V.move) : t(COUNTED[what].moveN, { n })}
        </DialogButtons>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void move(event)} className="ll-cabinets-move">
        <label htmlFor={`${form}-by`}>{t(V.by)}</label>
        <select
          id={`${form}-by`}
          className="ll-f-input"
          value={to}
          onChange={(event) => {
            setTo(event.target.value as MoveKind)
            setTarget(null)
            setWrong('')
          }}
        >
          {KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {t(MOVES[kind].options.label)}
            </option>
          ))}
        </select>
        <label htmlFor={`${form}-target`}>{t([`目标${field.options.label[0]}`, `Target ${inSentence(field.options.label[1])}`])}</label>
        <Input
          key={to}
          id={`${form}-target`}
          name="target"
          options={field.options}
          value={target}
          wire={{}}
          invalid={wrong !== ''}
          onChange={(value: unknown) => {
            setTarget((value as string | null) || null)
            setWrong('')
          }}
        />
        {(wrong || plan.error) && (
          <p className="ll-r-field-error" role="alert">
            {wrong || plan.error?.message}
          </p>
        )}
        {plan.data && <Plan plan={plan.data} what={what} />}
      </form>
    </Dialog>
  )
}
