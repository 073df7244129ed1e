import { type AnswerOf, api, isApiError, useFormat, usePermission, useT } from '@lamplight/console-kit'
import type { FormEndProps } from '@lamplight/console-kit/resource'
import { useMutation } from '@tanstack/react-query'
import type { dryRunRoute } from '../server/dry-run.handler.ts'
import './linkage.css'
import { M } from './linkage.messages.ts'

type Answer = AnswerOf<typeof dryRunRoute>

const Result = ({ answer }: { readonly answer: Answer }) => {
  const t = useT()
  const { number } = useFormat()
  const { days, readings, firings, cut, byDay, byDevice } = answer
  if (readings === 0) return <p>{t(M.noReadings, { days })}</p>
  return (
    <>
      <p>
        <strong>{t(M.would, { days, n: number(firings), readings: number(readings) })}</strong>
      </p>
      {cut === 1 && <p>{t(M.cut)}</p>}
      {firings > 0 && (
        <div className="ll-linkage-tables">
          <table className="ll-f-items">
            <thead>
              <tr>
                <th scope="col">{t(M.day)}</th>
                <th scope="col">{t(M.times)}</th>
              </tr>
            </thead>
            <tbody>
              {byDay.map((one) => (
                <tr key={one.day}>
                  <td>{one.day}</td>
                  <td>{number(one.firings)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <table className="ll-f-items">
            <thead>
              <tr>
                <th scope="col">{t(M.device)}</th>
                <th scope="col">{t(M.times)}</th>
                <th scope="col">{t(M.last)}</th>
              </tr>
            </thead>
            <tbody>
              {byDevice.map((one) => (
                <tr key={one.id}>
                  <td>{one.name ? `${one.sn} ${one.name}` : one.sn}</td>
                  <td>{number(one.firings)}</td>
                  <td>{one.lastAt}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}

/** A button that tells how often a linkage would have fired in the last seven days. */
export const DryRun = ({ body, disabled = false }: { readonly body: Readonly<Record<string, unknown>>; readonly disabled?: boolean }) => {
  const t = useT()
  const may = usePermission('linkage_instance_edit')
  const run = useMutation({
    mutationFn: () => api.post<AnswerOf<typeof dryRunRoute>>('blade-strategy/linkage/instance/dryRun', { body, quiet: true }),
  })
  if (!may) return null
  return (
    <section className="ll-linkage-dry" aria-live="polite">
      <button type="button" className="ll-button" disabled={disabled || run.isPending} onClick={() => run.mutate()}>
        {run.isPending ? t(M.running) : t(M.dryRun)}
      </button>
      {run.data && <Result answer={run.data} />}
      {run.isError && <p>{t(M.failed, { why: isApiError(run.error) ? run.error.message : String(run.error) })}</p>}
    </section>
  )
}

/** Dry run of the values in the form, before they are saved. */
export const FormDryRun = ({ draft }: FormEndProps) => {
  const { templateId, toggleDevIds, cooldown } = draft
  return (
    <DryRun
      key={`${String(templateId)}-${String(toggleDevIds)}-${String(cooldown)}`}
      body={{ templateId, toggleDevIds, ...(typeof cooldown === 'number' && { cooldown }) }}
      disabled={!templateId || !toggleDevIds}
    />
  )
}
export const RowDryRun = ({ row }: { readonly row: { readonly id: string } }) => <DryRun body={{ id: row.id }} />
